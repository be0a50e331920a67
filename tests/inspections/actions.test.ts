import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

interface Answered {
  id: number
  name: string
  device_category_id: number
  should_disable_device: boolean
}
const namesIn = ({ $ }: Awaited<ReturnType<Browser['get']>>) => $('[name]').map((_, field) => $(field).attr('name')).get() // prettier-ignore

describe('an action', () => {
  const form = () => ({ name: 'Slanghouder vervangen', device_category_id: app.story.deviceCategories.reels, product_id: app.story.products.powder, should_disable_device: '1', active: '1' }) // prettier-ignore
  let id: number

  it('is asked with its category, which has one of a name [R-062][S-065]', async () => {
    const asked = await planner.get('/actions/add')
    expect(namesIn(asked)).toEqual(expect.arrayContaining(['name', 'device_category_id', 'product_id', 'should_disable_device', 'active'])) // prettier-ignore
    const without = await planner.post('/actions/add', { ...form(), device_category_id: '' })
    expect([without.status, Object.keys(without.json<object>())]).toEqual([422, ['device_category_id']])
    id = (await planner.post('/actions/add', form())).json<{ id: number }>().id
    const twice = await planner.post('/actions/add', form())
    expect([twice.status, twice.json()]).toEqual([422, { name: ['Deze categorie heeft al zo’n actie.'] }])
  })

  it('is read as JSON, also after it was changed [R-065]', async () => {
    const { device_category_id, product_id, name } = form()
    const read = async () => (await planner.get(`/actions/${id}`)).json<Answered>()
    expect(await read()).toEqual({ id, name, device_category_id, product_id, should_disable_device: true, active: true }) // prettier-ignore
    const changed = { name: 'Houder vervangen', device_category_id, product_id, version: 1 }
    expect((await planner.post(`/actions/edit/${id}`, changed)).status).toBe(204)
    expect(await read()).toMatchObject({ name: 'Houder vervangen', should_disable_device: false })
  })

  it('is shown with its category and what is billed for it [R-063][S-066]', async () => {
    const popup = await planner.get(`/actions/view/${id}`)
    expect(popup.$('.popup-title').text()).toContain('Houder vervangen')
    expect(popup.$('.dl').text()).toMatch(/Brandslanghaspels[\s\S]*Poedervulling/)
  })

  it('goes while no order names it [R-064]', async () => {
    const { seal, spare } = app.story.actions
    const kept = await planner.post(`/actions/delete/${seal}`)
    expect([kept.status, kept.json<{ reasons: object[] }>().reasons]).toMatchObject([409, [{ label: 'Orders' }]])
    expect((await planner.post(`/actions/delete/${spare}`)).status).toBe(204)
    expect((await planner.get(`/actions/${spare}`)).status).toBe(404)
  })

  it('keeps its category and its product', async () => {
    const { reels } = app.story.deviceCategories
    const { reasons } = (await planner.post('/inspections/categories/delete', { id: reels })).json<{ reasons: { label: string }[] }>() // prettier-ignore
    expect(reasons.map(({ label }) => label)).toContain('Acties')
  })

  it('is read by a teacher where it stands on an own order, and changed by planners alone', async () => {
    const teacher = await app.as(ROLE.teacher)
    const { ofTeacher, hose, scrap } = app.story.actions
    const other = ofTeacher === hose ? scrap : hose
    const answers = [await teacher.get(`/actions/${ofTeacher}`), await teacher.get(`/actions/${other}`)]
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
    expect((await teacher.get('/actions/add')).status).toBe(403)
    expect((await teacher.get('/actions')).$('tr[data-id]').length).toBe(1)
  })
})
