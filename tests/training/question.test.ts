// clock
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate, formatTime } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Conflict, conflictKey, unreadOf } from '../../src/relations/bookings/conflicts.rules.ts'
import type { MoveOutcome } from '../../src/system/calendar/points.ts'
import { type Answer, type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'
import { asked, questionOf } from '../support/question.ts'
import { fieldsIn } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

type Form = Record<string, FormValue>

/** A day beyond what the story plans, another one each time. */
let days = 1200
const nextDay = () => addDays(today(), days++)

const addTeacher = () => addContact(app.db, { first_name: 'Tess', last_name: 'Vermeer', roles: [ROLE.teacher] })

async function part(day: string, from: string, who: number | null = null, minutes = 120): Promise<number> {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const starts_at = instantOf(day, from)!
  const description = `Les ${from}`
  const id = await addPart(app.db, { group_id, description, starts_at, minutes, status: 'planned' })
  if (who !== null) await addResponsible(app.db, { appointment_id: id, contact_id: who, role_id: ROLE.teacher })
  return id
}
const stored = (id: number) =>
  app.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const teachersOf = async (id: number) =>
  (
    await app.db.selectFrom('appointment_responsibles').select('contact_id').where('appointment_id', '=', id).execute()
  ).map(({ contact_id }) => contact_id)
const at = (moment: Date) => `${formatDate(moment)} ${formatTime(moment)}`
const countParts = async () =>
  Number(
    (
      await app.db
        .selectFrom('appointments')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const permits = async (who: number) =>
  (
    await app.db
      .selectFrom('double_bookings')
      .select(['first_id', 'later_id', 'permitted_by'])
      .where('contact_id', '=', who)
      .execute()
  ).length

/** Something that a planner saves: as a request with what more is sent, and whether it was stored. */
interface Saving {
  save: (more: Form) => Promise<Answer>
  isStored: () => Promise<boolean>
}

/** All that plans, from 9 to 17 with this teacher. */
const WAYS: Record<string, (day: string, who: number) => Promise<Saving>> = {
  'an edit': async (day, who) => {
    const id = await part(day, '09:00', null, 480)
    const { version, description, status, starts_at, ends_at, max_count } = await stored(id)
    return {
      save: (more) =>
        planner.post(`/calendar/edit-appointment/${id}`, {
          ...{ version, description, status, max_count, start_datetime: at(starts_at), end_datetime: at(ends_at) },
          'responsibles[0][contact_id]': who,
          'responsibles[0][role_id]': ROLE.teacher,
          ...more,
        }),
      isStored: async () => (await teachersOf(id)).includes(who),
    }
  },
  'a move': async (day, who) => {
    const id = await part(addDays(day, 300), '09:00', who, 480)
    const { version } = await stored(id)
    const wish = { version, start_datetime: `${formatDate(day)} 09:00`, end_datetime: `${formatDate(day)} 17:00` }
    return {
      save: (more) => planner.post(`/calendar/move-appointment/${id}`, { ...wish, ...more }),
      isStored: async () => (await stored(id)).version > version,
    }
  },
  'a copy': async (day, who) => {
    const id = await part(addDays(day, 300), '09:00', who, 480)
    const before = await countParts()
    const wish = { version: 1, start_datetime: `${formatDate(day)} 09:00`, end_datetime: `${formatDate(day)} 17:00` }
    return {
      save: (more) => planner.post(`/calendar/move-appointment/${id}`, { ...wish, copy: 1, ...more }),
      // One was added by somebody else in between.
      isStored: async () => (await countParts()) > before + 1,
    }
  },
  'the wizard': async (day, who) => {
    const before = await countParts()
    return {
      save: (more) => planner.post('/calendar/add', { ...once(day, who), ...more }),
      isStored: async () => (await countParts()) > before + 1,
    }
  },
  'a series': async (day, who) => {
    const before = await countParts()
    const form = {
      ...once(day, who),
      'series[repeat]': 'dates',
      'series[dates]': `${formatDate(day)}, ${formatDate(addDays(day, 1))}`,
      'series[closed]': 'show',
    }
    const shown = await planner.post('/calendar/add-series?step=series', form)
    const rows = Object.entries(fieldsIn(shown)).filter(([name]) => name.startsWith('occasions['))
    return {
      save: (more) => planner.post('/calendar/add-series', { ...form, ...Object.fromEntries(rows), ...more }),
      isStored: async () => (await countParts()) > before + 1,
    }
  },
}

const once = (day: string, who: number): Form => ({
  course_id: app.story.courses.bhv,
  'appointments[0][enabled]': 1,
  'appointments[0][course_component_id]': app.story.courses.bhv * 10 + 1,
  'appointments[0][start_datetime]': `${formatDate(day)} 09:00`,
  'appointments[0][end_datetime]': `${formatDate(day)} 17:00`,
  'appointments[0][responsibles][]': who,
})

describe('what a planner permits', () => {
  it.each(Object.keys(WAYS))(
    'is what stood in the question of %s: what came since is asked, marked as new, and nothing is stored',
    async (way) => {
      const [day, who] = [nextDay(), await addTeacher()]
      days += 2
      await part(day, '10:00', who)
      const { save, isStored } = await WAYS[way]!(day, who)
      const first = questionOf(await save({}))
      expect(first.lines!.map(({ text, isNew }) => [text.includes('Les 10:00'), isNew])).toEqual([[true, false]])
      await part(day, '14:00', who)
      const again = await save({ [first.field]: first.value })
      expect(asked(again)).toEqual([expect.stringContaining('Les 10:00'), expect.stringMatching(/^nieuw: .*Les 14:00/)])
      expect([await isStored(), await permits(who)]).toEqual([false, 0])
      const saved = await save({ [first.field]: questionOf(again).value })
      expect([saved.status < 300, await isStored(), await permits(who)]).toEqual([true, true, 2])
    },
  )

  it('is as short of material as stood there: more is asked again, less is not', async () => {
    const day = nextDay()
    const { manikin } = app.story.materials
    const component_id = app.story.courses.bhv * 10 + 2
    const needed = { component_id, [`materials[id-${manikin}]`]: 1, per_students: 2 }
    expect((await planner.post(`/course/materials/add/${app.story.courses.bhv}`, needed)).status).toBe(200)
    const practice = (more: Form = {}): Form => ({
      course_id: app.story.courses.bhv,
      max_count: 12,
      'appointments[1][enabled]': 1,
      'appointments[1][course_component_id]': component_id,
      'appointments[1][start_datetime]': `${formatDate(day)} 09:00`,
      'appointments[1][end_datetime]': `${formatDate(day)} 12:00`,
      ...more,
    })
    expect((await planner.post('/calendar/add', practice())).status).toBe(200)
    const question = questionOf(await planner.post('/calendar/add', practice()))
    expect(question.lines).toHaveLength(1)
    const owned = (count: number) => app.db.updateTable('materials').set({ count }).where('id', '=', manikin).execute()
    const { count } = await app.db
      .selectFrom('materials')
      .select('count')
      .where('id', '=', manikin)
      .executeTakeFirstOrThrow()
    await owned(count - 1)
    const again = await planner.post('/calendar/add', practice({ [question.field]: question.value }))
    expect(asked(again)).toEqual([expect.stringMatching(/^nieuw: .* nodig en /)])
    await owned(count + 1)
    const saved = await planner.post('/calendar/add', practice({ [question.field]: questionOf(again).value }))
    await owned(count)
    expect(saved.status).toBe(200)
  })

  it('is shown in the agenda before it is asked again', async () => {
    const [day, who] = [nextDay(), await addTeacher()]
    await part(day, '10:00', who)
    const id = await part(addDays(day, 300), '09:00', who, 480)
    const wish = { version: 1, start_datetime: `${formatDate(day)} 09:00`, end_datetime: `${formatDate(day)} 17:00` }
    const outcome = async (more: Form = {}) =>
      (await planner.post(`/calendar/move-appointment/${id}/outcome`, { ...wish, ...more })).json<MoveOutcome>()
    const { value } = await outcome()
    await part(day, '14:00', who)
    const { lines } = await outcome({ confirm_conflicts: value })
    expect(lines.filter(({ tone }) => tone === 'red').map(({ isNew }) => isNew)).toEqual([undefined, true])
  })

  it('is refused in words where it was not asked by us, and changes nothing', async () => {
    const id = await part(nextDay(), '09:00')
    const { version } = await stored(id)
    const wish = { version, start_datetime: '01-03-2034 09:00', end_datetime: '01-03-2034 12:00' }
    for (const wrong of ['1', 'x'.repeat(13), Array.from({ length: 5001 }, () => 'a'.repeat(12)).join(' ')]) {
      const answer = await planner.post(`/calendar/move-appointment/${id}`, { ...wish, confirm_conflicts: wrong })
      expect([answer.status, answer.json()]).toEqual([
        422,
        { confirm_conflicts: ['De vraag over wat bezet is kon niet worden gelezen. Sla nog eens op.'] },
      ])
    }
    expect((await stored(id)).version).toBe(version)
  })
})

describe('the keys of what was read', () => {
  const minutes = fc.integer({ min: 0, max: 6 }).map((n) => new Date(n * 60_000))
  const conflict = fc
    .record({
      resource: fc.constantFrom('contact', 'room', 'material'),
      resource_id: fc.integer({ min: 1, max: 3 }),
      record: fc.constantFrom('appointment', 'absence'),
      record_id: fc.integer({ min: 0, max: 3 }),
      from: minutes,
      to: minutes,
      short: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    })
    .map((one) => ({ ...one, text: 'x' }) as Conflict)
  const isSame = (a: Conflict, b: Conflict) =>
    a.resource === b.resource &&
    a.resource_id === b.resource_id &&
    a.record === b.record &&
    a.record_id === b.record_id &&
    +a.from === +b.from &&
    +a.to === +b.to &&
    (a.short ?? 0) >= (b.short ?? 0)

  it('leave unread exactly what no conflict that was read is the same as, or more than', () => {
    fc.assert(
      fc.property(fc.array(conflict, { maxLength: 6 }), fc.array(conflict, { maxLength: 6 }), (read, found) => {
        const left = unreadOf(found, read.map(conflictKey))
        expect(left).toEqual(found.filter((one) => !read.some((other) => isSame(other, one))))
      }),
    )
  })
})
