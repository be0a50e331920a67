import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanningBoardProps } from '../../src/inspections/planning/board/page.contract.ts'
import { OVERLAPS, timeOf } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { daySpanOf } from '../../src/inspections/planning/visits/visits.rules.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today, wallClock } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Answered, type Placed, type Wish, type World, after, diceOf, wishOf } from '../support/board-model.ts'
import { addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'
import { devicesFor } from '../support/order-devices.ts'

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

const MOVES = Number(process.env.BOARD_MOVES ?? 150)
const SEED = Number(process.env.BOARD_SEED ?? 20_261_127)

describe('two planners at one board', () => {
  let world: World
  /** When the first lane is busy with something else. */
  let part: Pick<Placed, 'lane' | 'date' | 'start' | 'end'>
  const names = new Map<Browser, string>()
  const visitsNow = async (last: readonly Placed[] = []): Promise<Placed[]> => {
    const rows = await app.db.selectFrom('visits').selectAll().where('order_id', 'in', [...world.orders]).orderBy('id').execute() // prettier-ignore
    return rows.map(({ id, order_id, employee_id, room_id, starts_at, ends_at, version }) => ({
      ...{ id, order: order_id, lane: employee_id ?? 0, date: wallClock(starts_at).day, room: room_id, version },
      ...daySpanOf({ starts_at, ends_at }),
      touched: order_id === world.orders[0],
      by: last.find((one) => one.order === order_id)?.by ?? '',
    }))
  }
  const others = async () => (await app.pool.query<{ all: string }>("select md5(string_agg(v::text, ',' order by id)) as all from visits v where order_id <> all($1)", [world.orders])).rows // prettier-ignore
  /** All but who changed it last, by order. */
  const asPlaced = (visits: readonly Placed[]) =>
    visits.map(({ order, lane, date, start, end, room }) => [order, lane, date, start, end, room].join(' ')).sort()
  const fieldsOf = (drafts: readonly Placed[]): Record<string, string> =>
    Object.fromEntries(
      drafts.flatMap(({ id, order, lane, date, start, end, room, version }, i) =>
        Object.entries({
          id,
          order_id: order,
          employee_id: lane,
          date,
          start_time: timeOf(start),
          end_time: timeOf(end),
          room_id: room,
          version,
        }) // prettier-ignore
          .flatMap(([name, value]) => (value === null ? [] : [[`visits[${i}][${name}]`, String(value)] as const])),
      ),
    )
  const isBusy = ({ lane, date, start, end }: Placed) => lane === part.lane && date === part.date && start < part.end && part.start < end // prettier-ignore

  beforeAll(async () => {
    const teacher = await app.as(ROLE.teacher)
    const [day, next] = [addDays(today(), 800), addDays(today(), 801)]
    const make = devicesFor(app)
    const orders: number[] = []
    for (let i = 0; i < 8; i++) orders.push(await make.order())
    await planner.post(`/administration/order/attachDeviceToOrder/${orders[0]!}/${await make.device()}`)
    await app.db.updateTable('order_devices').set({ checked: true, checked_on: today() }).where('order_id', '=', orders[0]!).execute() // prettier-ignore
    const room = app.story.rooms.zwolle2
    const { rows } = await app.pool.query<{ name: string; customer: string }>(`select e.name || ', ' || r.name as name, c.name as customer from rooms r join establishments e on e.id = r.establishment_id, companies c where r.id = $1 and c.id = $2`, [room, app.story.companies.deLinde]) // prettier-ignore
    world = { lanes: [0, teacher.userId!, planner.userId!], dates: [day, next], orders, rooms: [room], roomName: rows[0]!.name, customer: rows[0]!.customer } // prettier-ignore
    const { contact_id } = await app.db.selectFrom('users').select('contact_id').where('id', '=', teacher.userId!).executeTakeFirstOrThrow() // prettier-ignore
    const id = await addPart(app.db, { group_id: await addEmptyPlanning(app.db, app.story.courses.bhv), description: 'Theorie', starts_at: instantOf(day, '13:00')!, minutes: 120, status: 'planned' }) // prettier-ignore
    await addResponsible(app.db, { appointment_id: id, contact_id: contact_id!, role_id: ROLE.teacher })
    part = { lane: teacher.userId!, date: day, start: 13 * 60, end: 15 * 60 }
    for (const browser of [planner, await app.as(ROLE.administrator)])
      names.set(browser, (await app.db.selectFrom('users').select('name').where('id', '=', browser.userId!).executeTakeFirstOrThrow()).name) // prettier-ignore
  })

  /** What the board does: it shows drafts to the server, and sends what was read with them. */
  async function act(browser: Browser, wish: Wish, shows: boolean): Promise<() => Promise<Answer>> {
    if (wish.act.kind === 'cancel') {
      const { id } = wish.act
      return () => browser.delete(`/board/cancelVisit/${id}`)
    }
    const { drafts } = wish.act
    const fields = fieldsOf(drafts)
    if (!shows && !drafts.some(isBusy)) return () => browser.post('/schedule/confirm', fields)
    const popup = await browser.get(`/schedule/confirm?${new URLSearchParams(fields).toString()}`)
    // The browser and the server judge alike, of what both see.
    expect(popup.text.includes(OVERLAPS), popup.text).toBe(!wish.fits)
    if (popup.$('.note--warning').length > 0) expect(drafts.some(isBusy)).toBe(true)
    const read = String(popup.$('[name=confirm_conflicts]').attr('value') ?? '')
    return () => browser.post('/schedule/confirm', { ...fields, confirm_conflicts: read })
  }

  const isAnswer = (answer: Answer, expected: Answered): boolean => {
    if (expected === null) return answer.status === 204
    if (answer.status !== expected.status) return false
    const body = answer.json<Record<string, string | string[]>>()
    if (expected.says instanceof RegExp) return expected.says.test(String(body.message))
    const { says } = expected
    return (
      Object.keys(body).sort().join() === Object.keys(says).sort().join() &&
      Object.entries(says).every(([name, text]) => text.test(body[name]![0]!))
    )
  }

  const kindsOf = (answered: Answered): string[] => {
    if (answered === null) return ['saved']
    if (answered.says instanceof RegExp) return [String(answered.status)]
    return Object.keys(answered.says).map((name) => name.split('.')[2]!)
  }

  it(
    `come with ${MOVES} drags, times, rooms and cancels to what one after the other does, and are told who was first`,
    { timeout: 60_000 + MOVES * 1_000 },
    async () => {
      const dice = diceOf(SEED)
      const before = await others()
      const [one, two] = [...names.keys()] as [Browser, Browser]
      let visits: readonly Placed[] = []
      const met = new Map<string, number>()
      for (let move = 0; move < MOVES; move += 2) {
        const wishes = [wishOf(dice, visits, world), wishOf(dice, visits, world)]
        const doing = [one, two].flatMap((browser, i) => (wishes[i] ? [{ browser, wish: wishes[i], by: names.get(browser)! }] : [])) // prettier-ignore
        const ready = []
        for (const { browser, wish } of doing) ready.push(await act(browser, wish, dice(6) === 0))
        const answers = await Promise.all(ready.map((go) => go()))
        const now = await visitsNow()
        const orders = doing.length < 2 ? [[...doing.keys()]] : [[0, 1], [1, 0]] // prettier-ignore
        const outcomes = orders.map((order) => {
          let state = visits
          const answered: Answered[] = []
          for (const i of order) {
            const step = after(state, doing[i]!.wish.act, doing[i]!.by, world)
            state = step.visits
            answered[i] = step.answered
          }
          return { state, answered }
        })
        const found = outcomes.find(({ state, answered }) => answers.every((answer, i) => isAnswer(answer, answered[i]!)) && asPlaced(state).join() === asPlaced(now).join()) // prettier-ignore
        const why = JSON.stringify({ move, seed: SEED, visits, wishes, answers: answers.map(({ status, text }) => [status, text]), outcomes, now }, (_key, value: unknown) => (value instanceof RegExp ? value.source : value), 1) // prettier-ignore
        expect(found, why).toBeDefined()
        for (const answered of found!.answered)
          for (const kind of kindsOf(answered)) met.set(kind, (met.get(kind) ?? 0) + 1)
        visits = (await visitsNow(found!.state)).map((visit) => ({ ...visit, by: found!.state.find((other) => (other.id === null ? other.order === visit.order : other.id === visit.id))?.by ?? '' })) // prettier-ignore
      }
      for (const kind of ['saved', '409', 'start_time', 'room_id', 'order_id']) expect([kind, met.get(kind) ?? 0]).toEqual([kind, expect.toSatisfy((count: number) => count > 0)]) // prettier-ignore
      expect(await others()).toEqual(before)
    },
  )
})
