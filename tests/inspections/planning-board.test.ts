import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanningBoardProps } from '../../src/inspections/planning/board/page.contract.ts'
import type { Proposal, ProposedVisit } from '../../src/inspections/planning/filling/filling.contract.ts'
import type { UnplannedOrder } from '../../src/inspections/planning/visits/board.contract.ts'
import { OVERLAPS, minutesOf, timeOf } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { daySpanOf } from '../../src/inspections/planning/visits/visits.rules.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today, wallClock, weekday } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Answered, type Placed, type Wish, type World, after, diceOf, wishOf } from '../support/board-model.ts'
import { addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'
import { devicesFor } from '../support/order-devices.ts'
import { countQueries } from '../support/queries.ts'

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
    const { rows } = await app.pool.query<{ name: string; company: string }>(`select e.name || ', ' || r.name as name, c.name as company from rooms r join establishments e on e.id = r.establishment_id, companies c where r.id = $1 and c.id = $2`, [room, app.story.companies.deLinde]) // prettier-ignore
    world = { lanes: [0, teacher.userId!, planner.userId!], dates: [day, next], orders, rooms: [room], roomName: rows[0]!.name, company: rows[0]!.company } // prettier-ignore
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
    return async () => {
      const answer = await browser.post('/schedule/confirm', { ...fields, confirm_conflicts: read })
      // What was refused when it was shown, and fits by now, asks only now about who is busy.
      const question = answer.status === 409 && answer.json<{ question?: { value: string } }>().question
      return question ? browser.post('/schedule/confirm', { ...fields, confirm_conflicts: question.value }) : answer
    }
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
      // Who is first differs from run to run: one order planned twice is sure to happen in a long one alone.
      const sure = ['saved', '409', 'start_time', 'room_id', ...(MOVES < 1_000 ? [] : ['order_id'])]
      for (const kind of sure) expect([kind, met.get(kind) ?? 0]).toEqual([kind, expect.toSatisfy((count: number) => count > 0)]) // prettier-ignore
      expect(await others()).toEqual(before)
    },
  )
})

describe('days are filled', () => {
  const MONDAY = addDays(today(), 407 - weekday(addDays(today(), 406)))
  const TOWN = 'Vulstad'
  let jeroen: number
  let jan: number
  beforeAll(async () => {
    jeroen = (await app.as(ROLE.teacher)).userId!
    jan = planner.userId!
  })

  /** An order with a device to check, a little further from Zwolle for each step. */
  async function waiting(step: number | null, due: string | null = null): Promise<number> {
    const make = devicesFor(app)
    const [order, device] = [await make.order(), await make.device()]
    await planner.post(`/administration/order/attachDeviceToOrder/${order}/${device}`)
    await app.db.updateTable('devices').set({ next_on: due }).where('id', '=', device).execute()
    await app.db.updateTable('orders').set({ city: TOWN, postal_code: '8011 ZZ' }).where('id', '=', order).execute()
    const point = step === null ? { latitude: null, longitude: null } : { latitude: 52.5 + step / 50, longitude: 6.1 }
    await app.db.updateTable('order_places').set(point).where('order_id', '=', order).execute()
    return order
  }
  type Drafted = Pick<ProposedVisit, 'employee_id' | 'date' | 'start_time' | 'end_time'> & { order_id: number }
  const fieldsOf = (drafts: readonly Drafted[]) =>
    Object.fromEntries(drafts.flatMap((draft, i) => Object.entries(draft).map(([name, value]): [string, string] => [`visits[${i}][${name}]`, String(value)]))) // prettier-ignore
  const draftOf = ({ order, employee_id, date, start_time, end_time }: ProposedVisit): Drafted => ({ order_id: order.order_id, employee_id, date, start_time, end_time }) // prettier-ignore
  const fill = (days: string[], employees: number[], drafts: readonly Drafted[] = [], browser = planner) =>
    browser.get(`/inspections/board/fill?${new URLSearchParams({ days: days.join(','), employees: employees.join(','), city: TOWN, ...fieldsOf(drafts) }).toString()}`) // prettier-ignore
  const proposalOf = async (...asked: Parameters<typeof fill>) => (await fill(...asked)).json<Proposal>()
  const shownOf = ({ visits }: Proposal) => visits.map(({ order, employee_id, date, start_time, why }) => [order.order_id, employee_id, date, start_time, why]) // prettier-ignore

  it('with what waits, beside visits, courses, absences and drafts, as visits that are confirmed without a question', async () => {
    const { contact_id } = await app.db.selectFrom('users').select('contact_id').where('id', '=', jeroen).executeTakeFirstOrThrow() // prettier-ignore
    const there = await waiting(0)
    await app.db.insertInto('visits').values({ order_id: there, employee_id: jeroen, starts_at: instantOf(MONDAY, '08:00')!, ends_at: instantOf(MONDAY, '09:00')! }).execute() // prettier-ignore
    await app.pool.query(`insert into absences (contact_id, kind, first_day, from_time, last_day, until_time) values ($1, 'unavailable', $2, '11:00', $2, '23:59')`, [contact_id, MONDAY]) // prettier-ignore
    const [near, far, due, drafted, unknown] = [await waiting(1), await waiting(9), await waiting(4, MONDAY), await waiting(2), await waiting(null)] // prettier-ignore
    const draft = { order_id: drafted, employee_id: jan, date: MONDAY, start_time: '08:00', end_time: '16:30' }
    const proposal = await proposalOf([MONDAY], [jeroen, jan], [draft])
    const why = `uiterlijk ${MONDAY.slice(8)}-${MONDAY.slice(5, 7)}, 14 min rijden vanaf Zorggroep De Linde, 60 min`
    expect(shownOf(proposal)).toContainEqual([due, jeroen, MONDAY, '09:15', why])
    expect(proposal.visits.map(({ order }) => order.order_id)).not.toContain(drafted)
    expect(proposal.left.map(({ order_id }) => order_id)).toContain(far)
    expect(proposal.left.find(({ order_id }) => order_id === far)?.why).toBe('geen tijd meer op deze dagen')
    expect(proposal.without).toContain('Zorggroep De Linde')

    const both = await proposalOf([MONDAY, addDays(MONDAY, 1)], [jeroen, jan], [draft])
    expect(both.visits.map(({ order }) => order.order_id).toSorted((a, b) => a - b)).toEqual([near, far, due, unknown])
    const answer = await planner.post('/schedule/confirm', fieldsOf([draft, ...both.visits.map(draftOf)]))
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await proposalOf([MONDAY], [jeroen, jan])).toMatchObject({ visits: [], left: [] })
  })

  it('within the hours of a customer, which its form asks, its popup and the tray tell and a planner alone gives', async () => {
    const { deLinde } = app.story.companies
    const { $ } = await planner.get(`/company/edit/${deLinde}`)
    const asked = (more: Record<string, string>) => ({ ...Object.fromEntries($('form').serializeArray().map(({ name, value }) => [name, value])), ...more }) // prettier-ignore
    expect([$('[name=visit_from]').val(), $('[name=visit_until]').val()]).toEqual(['08:00', '12:00'])
    for (const wrong of [
      { visit_from: '09:00', visit_until: '' },
      { visit_from: '10:00', visit_until: '09:00' },
      { visit_from: '25:00', visit_until: '26:00' },
    ])
      // prettier-ignore
      expect((await planner.post(`/company/edit/${deLinde}`, asked(wrong))).status).toBe(422)
    const saved = await planner.post(`/company/edit/${deLinde}`, asked({ visit_from: '08:00', visit_until: '09:30' }))
    expect([saved.status, saved.text]).toEqual([204, ''])
    expect((await planner.get(`/company/view/${deLinde}`)).text).toMatch(/Bezoektijd tot<\/dt><dd>09:30/)
    const orders = [await waiting(1), await waiting(1)]
    const { postal_code, street_no } = await app.db.selectFrom('companies').select(['postal_code', 'street_no']).where('id', '=', deLinde).executeTakeFirstOrThrow() // prettier-ignore
    await app.db.updateTable('orders').set({ postal_code, street_no }).where('id', 'in', orders).execute()
    const tray = (await planner.get(`/inspections/board/tray?city=${TOWN}`)).json<UnplannedOrder[]>()
    expect(tray.find(({ order_id }) => order_id === orders[0])?.hours).toEqual({ from: '08:00', until: '09:30' })
    const { visits, left } = await proposalOf([addDays(MONDAY, 7)], [jeroen])
    expect(visits.filter(({ order }) => orders.includes(order.order_id)).map(({ end_time }) => minutesOf(end_time) <= minutesOf('09:30'))).toEqual([true]) // prettier-ignore
    expect(left.map(({ why }) => why)).toEqual(['bezoektijd 08:00–09:30 is vol'])
    expect((await planner.post(`/company/edit/${deLinde}`, asked({ version: String(Number($('[name=version]').val()) + 1), visit_from: '', visit_until: '' }))).status).toBe(204) // prettier-ignore
    expect((await proposalOf([addDays(MONDAY, 7)], [jeroen])).left).toEqual([])
  })

  it('from home, or from the establishment of the town, where the register knows it', async () => {
    const [order, day] = [await waiting(2), addDays(MONDAY, 8)]
    const known = async (postal_code: string, street_no: number, latitude: number) =>
      app.pool.query(`insert into lookup_cache (register, key, answer, expires_at) values ('address', $1, $2, now() + interval '1 day')`, [`${postal_code} ${street_no}`, { street: 'Straat', city: 'Zwolle', additions: [], point: { latitude, longitude: 6.1 } }]) // prettier-ignore
    const first = async () => (await proposalOf([day], [jeroen])).visits.find((one) => one.order.order_id === order)!
    const unknown = await proposalOf([day], [jeroen])
    expect(unknown.without).toContain('het vertrekpunt van Jeroen van Dijk')
    await app.db.deleteFrom('orders').where('city', '=', TOWN).where('id', '<>', order).where('id', 'not in', app.db.selectFrom('visits').select('order_id')).execute() // prettier-ignore
    await known('8011AA', 8, 52.5)
    expect([(await first()).start_time, (await first()).why]).toEqual(['08:10', '7 min rijden vanaf Zwolle, 60 min'])
    const { postal_code, street_no } = await app.db.selectFrom('contacts').innerJoin('users', 'users.contact_id', 'contacts.id').select(['contacts.postal_code', 'contacts.street_no']).where('users.id', '=', jeroen).executeTakeFirstOrThrow() // prettier-ignore
    await known(postal_code!.replace(' ', ''), Number(street_no), 52.54)
    expect([(await first()).start_time, (await first()).why]).toEqual(['08:00', '0 min rijden vanaf huis, 60 min'])
    expect((await proposalOf([day], [jeroen])).without).not.toContain('het vertrekpunt van Jeroen van Dijk')
  })

  it('by as many queries for many as for one, for who plans, and not with days that are past or too many', async () => {
    const days = Array.from({ length: 5 }, (_, i) => addDays(MONDAY, 14 + i))
    const one = await countQueries(app, () => fill(days.slice(0, 1), [jeroen]))
    for (let i = 0; i < 8; i++) await waiting(i)
    expect(await countQueries(app, () => fill(days, [jeroen, jan]))).toBe(one)
    expect(await proposalOf([addDays(today(), -1)], [jeroen])).toMatchObject({ visits: [] })
    expect((await fill(days, [jeroen], [], await app.as(ROLE.teacher))).status).toBe(403)
    const many = Array.from({ length: 15 }, (_, i) => addDays(MONDAY, i))
    for (const [wrong, people] of [
      [many, [jeroen]],
      [['2026-02-30'], [jeroen]],
      [days, Array.from({ length: 51 }, (_, i) => i + 1)],
    ] as const)
      // prettier-ignore
      expect([wrong.length, (await fill([...wrong], [...people])).status]).toEqual([wrong.length, 422])
    expect(await proposalOf(days, [999_999])).toMatchObject({ visits: [] })
  })
})
