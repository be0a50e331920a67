import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanningBoardProps } from '../../src/inspections/planning/board/page.contract.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

async function propsOf(browser: Browser, query = ''): Promise<PlanningBoardProps> {
  const { $ } = await browser.page(`/inspections/board${query}`)
  return JSON.parse($('[data-island="planning-board"]').attr('data-props')!) as PlanningBoardProps
}

describe('the page of the planning board', () => {
  it('opens for who plans and for who inspects, who plans nothing [R-243][S-149]', async () => {
    expect(await propsOf(planner)).toMatchObject({ own: planner.userId, plans: true, orderId: null })
    const teacher = await app.as(ROLE.teacher)
    expect(await propsOf(teacher)).toMatchObject({ own: teacher.userId, plans: false })
    for (const role of [ROLE.supervisor, ROLE.student, ROLE.lotus])
      expect([role, (await (await app.as(role)).get('/inspections/board')).status]).toEqual([role, 403])
  })

  it('says where its lanes come from, which answers from and to with filters [A-150]', async () => {
    const { dataUrl, trayUrl, filtersUrl, filterLabels } = await propsOf(planner)
    expect(dataUrl).toBe('/inspections/board/data')
    expect((await planner.get(`${dataUrl}?from=1795750000&to=1796350000&employee_id=${planner.userId!}`)).json<{ id: number }[]>().map(({ id }) => id)).toEqual([planner.userId]) // prettier-ignore
    expect((await planner.get(trayUrl)).status).toBe(200)
    const { $ } = await planner.get(filtersUrl)
    const names = $('[data-calendar-filters="board-settings-inspections"] [name]')
      .toArray()
      .map((field) => $(field).attr('name'))
    expect(names.filter((name) => name! in filterLabels).toSorted()).toEqual(Object.keys(filterLabels).toSorted())
  })

  it('opens with the order that it is to plan, and with none where the address names nonsense [A-009]', async () => {
    const order = app.story.visits.unplanned
    expect((await propsOf(planner, `?order_id=${order}`)).orderId).toBe(order)
    expect((await propsOf(planner, '?order_id=veel')).orderId).toBe(null)
  })
})
