import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { AROUND_NOW } from '../support/around-now.ts'

const PATH = '/settings/status-colors'
let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

async function form(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const { $ } = await administrator.get(PATH)
  const fields: Record<string, string> = {}
  $('input:not([type=checkbox]), input:checked').each((_, input) => {
    fields[$(input).attr('name')!] = String($(input).val() ?? '')
  })
  return { ...fields, ...changes }
}
const colorOf = async (key: string) =>
  (await app.db.selectFrom('appointment_statuses').select('color').where('key', '=', key).executeTakeFirstOrThrow())
    .color

describe('the colours of the statuses', () => {
  it('are a tab of the settings, with every status of a part', async () => {
    const page = await administrator.page('/settings/?tab=status-colors')
    expect(page.$('[data-item-body]').attr('data-region')).toBe(PATH)
    const { $ } = await administrator.get(PATH)
    expect(
      $('.status')
        .map((_, status) => $(status).text())
        .get(),
    ).toEqual(['Optie', 'Gepland', 'Bevestigd', 'Uitgevoerd', 'Afgerond', 'Geannuleerd'])
  })

  it('reach the calendar as data, and its legend', async () => {
    const answer = await administrator.post(
      PATH,
      await form({ 'statuses[1][own]': '1', 'statuses[1][color]': '#7A3FC4' }),
    )
    expect(answer.status).toBe(200)
    expect(answer.trigger.changed?.items).toContainEqual({ type: 'appointment', id: 0 })
    expect(answer.$('[data-hue="#7a3fc4"]').text()).toBe('Gepland')
    const planner = await app.as(2)
    const props = (await planner.page('/calendar')).$('[data-props]').attr('data-props')!
    expect((JSON.parse(props) as { legend: unknown[] }).legend).toContainEqual({
      key: 'planned',
      label: 'Gepland',
      css: '#7a3fc4',
    })
    const { appointments } = (await planner.get(`/ajax/getAppointments/courses?type=m&${AROUND_NOW}`)).json<{
      appointments: { status: { key: string; css: string } }[]
    }>()
    const planned = appointments.filter(({ status }) => status.key === 'planned')
    expect(planned.length).toBeGreaterThan(0)
    expect(new Set(planned.map(({ status }) => status.css))).toEqual(new Set(['#7a3fc4']))
    await administrator.post(PATH, await form({ 'statuses[1][own]': '0' }))
    expect(await colorOf('planned')).toBeNull()
  })

  it('in which text cannot be read are refused, with what to do about it', async () => {
    const light = await administrator.post(
      PATH,
      await form({ 'statuses[0][own]': '1', 'statuses[0][color]': '#facc15' }),
    )
    expect(light.status).toBe(422)
    expect(light.json<Record<string, string[]>>()['statuses.0.color']![0]).toMatch(/contrast is \d.*donkerdere kleur/)
    const dark = await administrator.post(
      PATH,
      await form({ 'statuses[0][own]': '1', 'statuses[0][color]': '#101080' }),
    )
    expect(dark.json<Record<string, string[]>>()['statuses.0.color']![0]).toContain('lichtere kleur')
    const none = await administrator.post(PATH, await form({ 'statuses[0][own]': '1', 'statuses[0][color]': 'rood' }))
    expect(none.json<Record<string, string[]>>()['statuses.0.color']).toEqual([':label is geen kleur.'])
    expect(await colorOf('option')).toBeNull()
  })

  it('are not overwritten unseen, and have a history', async () => {
    const before = await form({ 'statuses[2][own]': '1', 'statuses[2][color]': '#0e7490' })
    expect((await administrator.post(PATH, before)).status).toBe(200)
    const late = await administrator.post(PATH, { ...before, 'statuses[2][color]': '#c62a33' })
    expect(late.status).toBe(409)
    const { stale } = late.json<{ stale: { by: string; version: number; fields: object } }>()
    expect(stale.fields).toEqual({ Bevestigd: ['#c62a33', '#0e7490'] })
    expect((await administrator.post(PATH, { ...before, version: String(stale.version) })).status).toBe(200)
    const history = await app.db
      .selectFrom('history')
      .select('changes')
      .where('record_type', '=', 'appointment_status')
      .where('action', '=', 'update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(history.changes).toEqual({ color: [null, '#0e7490'] })
  })
})
