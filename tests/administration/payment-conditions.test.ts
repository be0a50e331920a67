import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { usualPaymentCondition } from '../../src/administration/catalogue/payment-conditions/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const HOME = '/settings/payment-conditions'
let made = 0
const add = (form: Record<string, string> = {}) =>
  administrator.post(`${HOME}/add`, { name: `Proef ${(made += 1)}`, days: '21', position: '9', ...form })
const conditionOf = (id: number) =>
  app.db.selectFrom('payment_conditions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const edit = async (id: number, form: Record<string, string>) => {
  const { name, days, position, is_default, active, version } = await conditionOf(id)
  return administrator.post(`${HOME}/edit/${id}`, {
    ...{ name, days: String(days), position: String(position), version: String(version) },
    ...{ is_default: is_default ? '1' : '', active: active ? '1' : '' },
    ...form,
  })
}
const standards = () => app.db.selectFrom('payment_conditions').select('id').where('is_default', '=', true).execute()

describe('payment conditions', () => {
  it('are there from the first day, thirty days being the standard', async () => {
    const empty = await testApp({ empty: true })
    try {
      const rows = await empty.db
        .selectFrom('payment_conditions')
        .select(['days', 'is_default'])
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { days: 14, is_default: false },
        { days: 30, is_default: true },
        { days: 60, is_default: false },
      ])
      expect(await usualPaymentCondition(empty.db)).toMatchObject({ days: 30 })
    } finally {
      await empty.close()
    }
  })

  it('stand below Administratie in the order that is told, for administrators to change', async () => {
    await add({ name: 'Voorop', position: '1', days: '0' })
    const { $ } = await administrator.get(HOME)
    const names = $('tbody td.c-main')
      .map((_, cell) => $(cell).text().trim())
      .get()
    expect(names.slice(0, 2)).toEqual(['14 dagen', 'Voorop'])
    expect($('tbody').text()).toContain('Direct')
    const planner = await app.as(ROLE.scheduler)
    expect((await planner.get(HOME)).status).toBe(200)
    expect((await planner.get(`${HOME}/add`)).status).toBe(403)
    expect((await planner.get(HOME)).$(`[href^="${HOME}/edit"]`)).toHaveLength(0)
  })

  it('have a name of their own, and days within a year', async () => {
    expect((await add({ name: '30 dagen' })).json()).toEqual({ name: ['Deze betalingsconditie bestaat al.'] })
    for (const days of ['366', '-1', 'x', '']) expect((await add({ days })).status).toBe(422)
    expect((await add({ days: '365' })).status).toBe(200)
  })

  it('have one standard: another one takes its place, and it takes it back with one click', async () => {
    const { usual } = app.story.paymentConditions
    const answer = await add({ is_default: '1' })
    const { id } = answer.json<{ id: number }>()
    expect(await standards()).toEqual([{ id }])
    expect(answer.trigger.changed?.items).toEqual([
      { type: 'payment_condition', id },
      { type: 'payment_condition', id: usual },
    ])
    expect((await administrator.post(`/undo/${answer.undo!.set}`)).status).toBe(204)
    expect(await standards()).toEqual([{ id: usual }])
  })

  it('keep a standard, which is in use', async () => {
    const { usual, short } = app.story.paymentConditions
    expect((await edit(usual, { is_default: '' })).json()).toEqual({
      is_default: ['Maak een andere conditie de standaard; deze is het dan niet meer.'],
    })
    expect((await edit(usual, { active: '' })).json()).toEqual({
      active: ['De standaard blijft in gebruik. Maak eerst een andere conditie de standaard.'],
    })
    expect((await edit(short, { is_default: '1' })).status).toBe(204)
    expect(await standards()).toEqual([{ id: short }])
    expect((await edit(usual, { is_default: '1' })).status).toBe(204)
    expect(await standards()).toEqual([{ id: usual }])
    // One that no invoice has is kept for being the standard alone.
    const { id } = (await add()).json<{ id: number }>()
    await edit(id, { is_default: '1' })
    expect((await administrator.post(`${HOME}/delete`, { id })).json()).toEqual({
      _form: ['Dit is de standaard. Maak eerst een andere conditie de standaard.'],
    })
    await edit(usual, { is_default: '1' })
  })

  it('become the standard one at a time, however many try at once', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await add()).json<{ id: number }>().id))
    const answers = await Promise.all(ids.map((id) => edit(id, { is_default: '1' })))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect(await standards()).toHaveLength(1)
    await edit(app.story.paymentConditions.usual, { is_default: '1' })
  })

  it('out of use are not offered any more', async () => {
    const { id } = (await add()).json<{ id: number }>()
    const offered = async () =>
      (await administrator.get('/ajax/specialSelectorSearch?type=payment_condition&v=proef')).text
    expect(await offered()).toContain(`Proef ${made}`)
    await edit(id, { active: '' })
    expect(await offered()).not.toContain(`Proef ${made}`)
  })

  it('of more than sixty days say what the law thinks of that', async () => {
    const notes = async (days: string) => (await administrator.get(`${HOME}/notes?days=${days}`)).json()
    expect(await notes('60')).toEqual({ notes: {} })
    expect(await notes('61')).toEqual({
      notes: { days: [{ text: expect.stringContaining('Langer dan 60 dagen') as string, links: [] }] },
    })
  })
})
