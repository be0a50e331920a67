import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
let zwolle: number
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
  zwolle = app.story.establishments.zwolle
})
afterAll(() => app.close())

const weekOf = async (browser: Browser) => {
  const { $ } = await browser.get(`/settings/establishment/hours/view/${zwolle}`)
  return Object.fromEntries(
    $('dt')
      .map((_, day) => [[$(day).text(), $(day).next().text()]])
      .get(),
  ) as Record<string, string>
}
async function form(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const { $ } = await administrator.get(`/settings/establishment/hours/edit/${zwolle}`)
  const fields: Record<string, string> = {}
  $('input:not([type=checkbox]), input:checked').each((_, input) => {
    fields[$(input).attr('name')!] = String($(input).val() ?? '')
  })
  return { ...fields, ...changes }
}
const save = (fields: Record<string, string>) =>
  administrator.post(`/settings/establishment/hours/edit/${zwolle}`, fields)

describe('opening hours', () => {
  it('are a part of the establishment, which planners see and administrators change', async () => {
    const planner = await app.as(2)
    const popup = await planner.get(`/settings/establishment/view/${zwolle}`)
    expect(popup.$(`[data-url="/settings/establishment/hours/view/${zwolle}"]`)).toHaveLength(1)
    expect(await weekOf(planner)).toMatchObject({
      Maandag: '08:00–17:30',
      Donderdag: '08:00–21:30',
      Zondag: 'Gesloten',
    })
    expect((await planner.get(`/settings/establishment/hours/view/${zwolle}`)).$('a[data-popup]')).toHaveLength(0)
    expect((await planner.get(`/settings/establishment/hours/edit/${zwolle}`)).status).toBe(403)
  })

  it('are saved as a week, and a day that closes leaves it', async () => {
    const week = await form({ 'days[6][open]': '1', 'days[6][opens]': '10:00', 'days[6][closes]': '12:00' })
    delete week['days[5][open]']
    expect((await save(week)).status).toBe(204)
    expect(await weekOf(administrator)).toMatchObject({ Zaterdag: 'Gesloten', Zondag: '10:00–12:00' })
    const history = await app.db
      .selectFrom('history')
      .select(['record_id', 'action'])
      .where('record_type', '=', 'establishment')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(history.map(({ action }) => action).sort()).toEqual(['delete', 'insert'])
    expect(new Set(history.map(({ record_id }) => record_id))).toEqual(new Set([zwolle]))
  })

  it('that somebody else saved first are not overwritten', async () => {
    const [before, other] = [await form(), await form()]
    expect((await save(before)).status).toBe(204)
    expect((await save(other)).status).toBe(409)
  })

  it('open before they close, on days that exist once', async () => {
    const wrong = await form({ 'days[0][opens]': '17:00', 'days[0][closes]': '9:00', 'days[1][opens]': '18:00' })
    expect((await save(wrong)).json()).toEqual({
      'days.0.closes': ['Sluitingstijd is geen geldige tijd (uu:mm).'],
      'days.1.closes': ['De sluitingstijd moet na de openingstijd liggen.'],
    })
    const twice = await save(await form({ 'days[1][weekday]': '1' }))
    expect(twice.json()).toEqual({ days: ['Een dag staat er dubbel in.'] })
  })

  it('differ on single days', async () => {
    const add = (fields: Record<string, string>) =>
      administrator.post(`/settings/establishment/day/add/${zwolle}`, { day: '24-12-2027', ...fields })
    expect((await add({ open: '1', opens: '09:00', closes: '' })).json()).toEqual({
      closes: ['Sluitingstijd is geen geldige tijd (uu:mm).'],
    })
    const { id } = (await add({ description: 'Kerstavond' })).json<{ id: number }>()
    expect((await add({})).json()).toEqual({ day: ['Deze dag staat er al.'] })
    const list = () => administrator.get(`/settings/establishment/days/${zwolle}`)
    expect((await list()).$(`tr[data-id="${id}"]`).text()).toContain('Gesloten')
    const version = String(
      (await administrator.get(`/settings/establishment/day/edit/${id}`)).$('[name=version]').val(),
    )
    const edited = { day: '24-12-2027', open: '1', opens: '09:00', closes: '15:00', version }
    expect((await administrator.post(`/settings/establishment/day/edit/${id}`, edited)).status).toBe(204)
    expect((await administrator.post(`/settings/establishment/day/edit/${id}`, edited)).status).toBe(409)
    expect((await list()).$(`tr[data-id="${id}"]`).text()).toContain('09:00–15:00')
    expect((await administrator.post('/settings/establishment/day/delete', { id })).status).toBe(204)
    expect((await list()).$(`tr[data-id="${id}"]`)).toHaveLength(0)
  })
})
