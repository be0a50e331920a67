import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { closedDays, workingDaysBefore } from '../../src/system/holidays/index.ts'
import { attention } from '../../src/system/attention/points.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addResponsible } from '../support/builders.ts'
import { countQueries, statementsOf } from '../support/queries.ts'
import { addPeople, addPlanning, put } from '../training/enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

/** What the strip says, by name: the number, the words and the address. */
async function strip(browser: Browser): Promise<Map<string, { count: number; text: string; url: string }>> {
  const { $ } = await browser.get('/attention')
  return new Map(
    $('a[data-attention]')
      .toArray()
      .map((item) => [
        $(item).attr('data-attention')!,
        {
          count: Number($(item).find('b').text()),
          text: `${$(item).find('b').text()} ${$(item).find('.todo-text').text()}`,
          url: $(item).attr('href')!,
        },
      ]),
  )
}
/** What each kind of work says: how many it is about, and its lines in their order. */
async function kinds(path = '/attention') {
  const { $ } = await planner.get(path)
  return $('[data-attention-group]')
    .toArray()
    .map((work) => {
      const box = $(work).is('button') ? $(`#${$(work).attr('popovertarget')}`) : $(work)
      return {
        key: $(work).attr('data-attention-group')!,
        total: Number($(work).find('> b, h2 b').text()),
        isUrgent: $(work).hasClass('is-urgent'),
        lines: box
          .find('a[data-attention]')
          .toArray()
          .map((line) => ({
            name: $(line).attr('data-attention')!,
            count: Number($(line).find('b').text()),
            day: $(line).find('time').attr('datetime')!,
          })),
      }
    })
}
const rowsAt = async (url: string) => Number(/\d+/.exec((await planner.get(`${url}&count=1`)).text)?.[0] ?? -1)

/** What the main menu says waits at its entries, by name. */
const menu = async (browser: Browser) =>
  (await browser.get('/attention/menu')).json<{ waiting: { name: string; count: number; url: string }[] }>().waiting

const TASKS = ['to_finish', 'no_teacher', 'no_room', 'option_due', 'results_open']
/** Where what is not a task of the list of plannings leads. */
const ELSEWHERE: Record<string, string> = {
  refused_messages: '/messages?state=refused,bounced',
  to_decide: '/decisions?due=now',
}
const NAMES = [...TASKS, ...Object.keys(ELSEWHERE)]
/** What more than SQL counts; tests/training/repairs.test.ts holds that against its rows. */
const COUNTED = 'to_repair'

it('says of what there are so many', () => {
  const labels = app.services.registry.all(attention).map(({ label }) => label)
  expect(labels.filter(({ one, many }) => one === many || /^(?:met|zonder|af|wachten) /.test(many))).toEqual([])
})

it('counts exactly the rows that each number opens, whatever is planned', async () => {
  const [person] = await addPeople(app, 1)
  const planning = fc.record({
    inDays: fc.integer({ min: -20, max: 30 }),
    status: fc.constantFrom('option', 'planned', 'confirmed', 'executed', 'done', 'cancelled'),
    components: fc.integer({ min: 1, max: 3 }).map((parts) => Array.from({ length: parts }, () => null)),
    student: fc.boolean(),
    optionFor: fc.option(fc.integer({ min: -5, max: 10 })),
    minimum: fc.option(fc.integer({ min: 0, max: 20 })),
    teacher: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(planning, { minLength: 1, maxLength: 4 }), async (made) => {
      for (const { student, teacher, optionFor, minimum, ...options } of made) {
        const { parts, planningId } = await addPlanning(app, options)
        const option_until = optionFor === null ? null : addDays(today(), optionFor)
        await app.db.updateTable('appointment_groups').set({ option_until }).where('id', '=', planningId).execute()
        if (minimum !== null)
          await app.db
            .insertInto('planning_decisions')
            .values({ group_id: planningId, min_count: 4, decide_days: minimum })
            .execute()
        if (student) await put(app, parts, [person!])
        if (teacher)
          await addResponsible(app.db, {
            appointment_id: parts[0]!,
            contact_id: app.story.contacts.teacher,
            role_id: 3,
          })
      }
      const shown = await strip(planner)
      // The same numbers, and the same rows, stand beside the entries of the menu.
      const byName = (lines: [string, number, string][]) => lines.toSorted(([a], [b]) => a.localeCompare(b))
      expect(byName((await menu(planner)).map(({ name, count, url }) => [name, count, url]))).toEqual(
        byName([...shown].filter(([name]) => name !== COUNTED).map(([name, { count, url }]) => [name, count, url])),
      )
      // A planning that stands in several lines counts once, so a group has no more than its lines together.
      for (const { total, lines, key } of await kinds()) {
        const counts = lines.map(({ count }) => count)
        expect([key, total <= counts.reduce((sum, count) => sum + count, 0), total > 0]).toEqual([key, true, true])
        expect(lines.map(({ day }) => day)).toEqual(lines.map(({ day }) => day).toSorted())
      }
      for (const name of NAMES) {
        const url = ELSEWHERE[name] ?? `/plannings?when=all&task=${name}`
        expect([name, shown.get(name)?.count ?? 0]).toEqual([name, await rowsAt(url)])
        if (shown.has(name)) expect(shown.get(name)!.url).toBe(url)
      }
    }),
    { numRuns: 12 },
  )
})

it('says one and many, shows no zero, and says so when there is nothing', async () => {
  await app.pool.query(`update mails set state = 'sent' where state in ('refused', 'bounced')`)
  await app.pool.query(`update mails set state = 'refused' where id = (select max(id) from mails where state = 'sent')`)
  expect((await strip(planner)).get('refused_messages')?.text).toBe('1 bericht geweigerd of teruggekomen')
  await app.pool.query(`update mails set state = 'sent' where state = 'refused'`)
  expect((await strip(planner)).has('refused_messages')).toBe(false)
  await app.pool.query(`update appointments set status = 'cancelled'`)
  await app.pool.query('delete from contact_refreshers')
  await app.pool.query('delete from register_requests')
  await app.pool.query('delete from code95_drivers')
  await app.pool.query('delete from certificate_needs')
  await app.pool.query('delete from quotation_signings')
  await app.pool.query('delete from quotations')
  await app.pool.query('delete from inspection_contracts')
  await app.pool.query('delete from entries')
  await app.pool.query('update e_learning_licenses set stopped = false')
  expect((await planner.get('/attention')).text).toContain('Er ligt niets dat nu aandacht vraagt.')
  expect((await planner.get('/attention/groups')).text).toContain('Niets dat aandacht vraagt')
})

it('has five kinds of work, with the line first whose harm comes first, and a planning once in each', async () => {
  const [person] = await addPeople(app, 1)
  const { isClosed } = await closedDays(app.db)
  const day = addDays(today(), 10)
  const add = async (status: string, inDays: number) => addPlanning(app, { status, inDays })
  // Neither a teacher nor a place, and an option that ends before its minimum is to be decided.
  const open = await add('option', 10)
  const later = await add('planned', 12)
  await app.pool.query('update appointments set room_id = $2 where group_id = $1', [
    later.planningId,
    app.story.rooms.zwolle1,
  ])
  await app.pool.query('update appointment_groups set option_until = $2 where id = $1', [
    open.planningId,
    addDays(day, -8),
  ])
  // Held three days ago, without results.
  const held = await add('confirmed', -3)
  await put(app, held.parts, [person!])
  await app.pool.query(`update mails set state = 'bounced' where id = (select min(id) from mails where state = 'sent')`)
  const shown = await kinds()
  expect(shown.map(({ key, total, isUrgent }) => [key, total, isUrgent])).toEqual([
    ['now', 1, true],
    ['staffing', 2, false],
    ['decide', 1, false],
    ['finish', 1, false],
  ])
  const of = (key: string) => Object.fromEntries(shown.find((work) => work.key === key)!.lines.map(({ name, count, day: on }) => [name, [count, on]])) // prettier-ignore
  const staffed = workingDaysBefore(day, 3, isClosed)
  expect(of('now')).toEqual({ refused_messages: [1, today()] })
  expect(of('staffing')).toMatchObject({ no_teacher: [2, staffed], no_room: [1, staffed] })
  expect(of('decide')).toEqual({ option_due: [1, addDays(day, -8)], to_decide: [1, addDays(day, -8)] })
  expect(of('finish')).toEqual({ to_finish: [1, addDays(today(), -2)], results_open: [1, addDays(today(), -2)] })
  // Where the day begins they stand as they are above the calendar.
  expect((await kinds('/attention/groups')).map(({ key, total, lines }) => ({ key, total, lines }))).toEqual(
    shown.map(({ key, total, lines }) => ({ key, total, lines })),
  )
  await app.pool.query(`update appointments set status = 'cancelled' where group_id = $1`, [later.planningId])
  expect((await kinds()).find(({ key }) => key === 'staffing')?.total).toBe(1)
})

it('asks all that SQL counts at once', async () => {
  const asked = await statementsOf(app, () => planner.get('/attention'))
  expect(asked.filter(({ text }) => text.includes('with waiting')).length).toBe(1)
})

it('stands above the calendar of who plans, asks all of the menu in one query, and asks others nothing', async () => {
  expect((await planner.page('/calendar')).$('.todo').attr('data-region')).toBe('/attention')
  const teacher = await app.as(3)
  expect((await teacher.page('/calendar')).$('.todo')).toHaveLength(0)
  await planner.get('/attention/menu')
  await teacher.get('/attention/menu')
  const nothing = await countQueries(app, () => teacher.get('/attention/menu'))
  expect(await countQueries(app, () => planner.get('/attention/menu'))).toBe(nothing + 1)
  expect(await countQueries(app, () => teacher.get('/attention'))).toBe(nothing)
  expect([...(await strip(teacher)).keys()]).toEqual([])
})

it('is counted beside the entries of the menu that it belongs to', async () => {
  const { $ } = await planner.page('/contacts')
  const badges = $('[data-waits]')
    .toArray()
    .map((badge) => [$(badge).prev('.side-link').attr('href'), $(badge).attr('data-waits')])
  expect(badges).toEqual([
    ['/plannings', 'to_finish'],
    ['/registrations', 'entries'],
    ['/courses/refreshers', 'refreshers_waiting'],
    ['/courses/retakes', 'retakes'],
    ['/teacher-requests', 'teacher_applications'],
    ['/inspections/contracts', 'contracts-ending'],
    ['/messages', 'refused_messages'],
  ])
  // Every one of them is a point of attention, or it would stay empty for ever.
  for (const [, name] of badges)
    expect([
      ...NAMES,
      'contracts-ending',
      'entries',
      'refreshers_waiting',
      'retakes',
      'teacher_applications',
    ]).toContain(name)
  for (const role of [3, 5, 6]) {
    const browser = await app.as(role)
    expect((await browser.page('/calendar')).$('[data-waits]')).toHaveLength(0)
    expect(await menu(browser)).toEqual([])
  }
})
