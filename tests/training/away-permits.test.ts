// clock
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate, formatTime } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { judgeStored } from '../../src/training/planning/appointments/assessment.queries.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart } from '../support/builders.ts'
import { asked, permitting } from '../support/question.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

type Form = Record<string, string | number>

/** A day within the weeks that 'Te herstellen' looks at. */
const DAY = addDays(today(), 12)
const addTeacher = () => addContact(app.db, { first_name: 'Mies', last_name: 'Afwezig', roles: [ROLE.teacher] })
async function part(day = DAY, more: { room_id?: number } = {}): Promise<number> {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const starts_at = instantOf(day, '19:00')!
  return addPart(app.db, { group_id, description: 'Avondles', starts_at, minutes: 120, status: 'planned', ...more })
}
const away = (contact_id: number, first_day: string, last_day: string) =>
  app.db
    .insertInto('absences')
    .values({ contact_id, kind: 'sick', first_day, last_day })
    .returning('id')
    .executeTakeFirstOrThrow()
async function form(id: number, who: number | null, more: Form = {}): Promise<Form> {
  const row = await app.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const at = (moment: Date) => `${formatDate(moment)} ${formatTime(moment)}`
  return {
    ...{ version: row.version, description: row.description, status: row.status, max_count: row.max_count },
    ...{ start_datetime: at(row.starts_at), end_datetime: at(row.ends_at), room_id: row.room_id ?? '-1' },
    ...(who === null ? {} : { 'responsibles[0][contact_id]': who, 'responsibles[0][role_id]': ROLE.teacher }),
    ...more,
  }
}
const save = async (id: number, who: number | null, more: Form = {}) =>
  planner.post(`/calendar/edit-appointment/${id}`, await form(id, who, more))
const permits = (id: number) =>
  app.db.selectFrom('away_permits').selectAll().where('appointment_id', '=', id).orderBy('id').execute()
const told = async (id: number) =>
  ((await judgeStored(app.db, app.services.registry, [id])).get(id) ?? [])
    .filter(({ resource, text }) => resource !== 'appointment' && text.includes('niet beschikbaar'))
    .map(({ tone, taken, settled }) => `${tone}${taken ? ' taken' : ''}${settled ? ' settled' : ''}`)
const isListed = async (id: number) =>
  (await planner.get('/plannings/repairs/list')).$(`[data-repair="${id}"]`).text().includes('niet beschikbaar')

describe('who is planned although not there', () => {
  it('is written down with who permitted it and against what, a remark from then on, and off the list of repairs', async () => {
    const [who, id] = [await addTeacher(), await part()]
    const absence = await away(who, DAY, DAY)
    expect(asked(await save(id, who))).toEqual([`Mies Afwezig is niet beschikbaar: ${formatDate(DAY)}.`])
    expect(await permits(id)).toEqual([])
    expect((await permitting((more) => save(id, who, more))).status).toBe(204)
    expect(await permits(id)).toEqual([
      expect.objectContaining({
        ...{ contact_id: who, room_id: null, away_record: 'absence', away_id: absence.id },
        ...{ permitted_by: planner.userId, sentence: `Niet beschikbaar, ${formatDate(DAY)}` },
      }),
    ])
    expect([await told(id), await isListed(id)]).toEqual([['orange settled'], false])
    const popup = await planner.get(`/calendar/edit-appointment/${id}`)
    expect(popup.text).toContain(`Met toestemming gepland. Mies Afwezig is niet beschikbaar: ${formatDate(DAY)}.`)
    // It is not asked again.
    expect((await save(id, who, { description: 'Avondles 2' })).status).toBe(204)
    const history = await planner.get(`/events/of/appointment/${id}?embed=1`)
    const entry = await planner.get(String(history.$('tr[data-open]').eq(1).attr('data-open')))
    expect(entry.text).toContain(`Niet beschikbaar, ${formatDate(DAY)}`)
    expect(entry.text).toContain('Toegestaan door')
    expect(entry.$('.popup-sub').text()).toContain('voegde verantwoordelijke Mies Afwezig toe bij')
  })

  it('is listed again once the absence changes, and asked again once the part takes more of it', async () => {
    const [who, id] = [await addTeacher(), await part()]
    const absence = await away(who, DAY, DAY)
    await permitting((more) => save(id, who, more))
    const until = (last_day: string) =>
      app.db.updateTable('absences').set({ last_day }).where('id', '=', absence.id).execute()
    await until(addDays(DAY, 1))
    expect([await told(id), await isListed(id)]).toEqual([['red taken'], true])
    // A save that brings nothing of it permits nothing either.
    expect((await save(id, who)).status).toBe(204)
    expect([await told(id), await isListed(id)]).toEqual([['red taken'], true])
    await until(DAY)
    expect(await told(id)).toEqual(['orange settled'])
    const earlier = { start_datetime: `${formatDate(DAY)} 18:00` }
    expect(asked(await save(id, who, earlier))).toHaveLength(1)
    expect((await permitting((more) => save(id, who, { ...earlier, ...more }))).status).toBe(204)
    expect(await told(id)).toEqual(['orange settled'])
    // Another absence is another conflict.
    await away(who, addDays(DAY, -1), DAY)
    expect([await told(id), await isListed(id)]).toEqual([['red taken', 'orange settled'], true])
    expect((await save(id, who, earlier)).status).toBe(204)
    expect([await told(id), await isListed(id)]).toEqual([['red taken', 'orange settled'], true])
    expect(asked(await save(id, who, { start_datetime: `${formatDate(DAY)} 17:00` }))).toHaveLength(2)
  })

  it('may be outside the hours that somebody works, before and after them, and in a room that is closed', async () => {
    const who = await addTeacher()
    const administrator = await app.as(ROLE.administrator)
    const room = app.story.rooms.zwolle2
    const week = await app.db
      .insertInto('working_weeks')
      .values({ contact_id: who, first_day: addDays(DAY, -30) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into working_hours (week_id, weekday, opens, closes)
      values (${week.id}, ${weekday(DAY) || 7}, '19:30', '20:30')`.execute(app.db)
    const closure = { description: 'Verbouwing', first_day: formatDate(DAY), last_day: formatDate(DAY) }
    expect((await administrator.post(`/settings/room/closure/add/${room}`, closure)).status).toBe(200)
    const id = await part(DAY)
    const answer = await permitting((more) => save(id, who, { room_id: room, ...more }))
    expect(answer.status).toBe(204)
    const written = (await permits(id)).map(({ contact_id, room_id, away_record }) => [
      contact_id,
      room_id,
      away_record,
    ])
    expect(written.toSorted()).toEqual(
      [
        [who, null, 'working_week'],
        [who, null, 'working_week'],
        [null, room, 'room_closure'],
      ].toSorted(),
    )
    expect((await told(id)).filter((one) => one.includes('taken'))).toEqual([])
    expect((await save(id, who, { description: 'Zo' })).status).toBe(204)
  })

  it('comes by the wizard for the part that it is about, goes with undo and comes back with the part', async () => {
    const who = await addTeacher()
    await away(who, DAY, DAY)
    const { bhv } = app.story.courses
    const row = (i: number, day: string) => ({
      [`appointments[${i}][enabled]`]: 1,
      [`appointments[${i}][course_component_id]`]: bhv * 10 + 1 + i,
      [`appointments[${i}][start_datetime]`]: `${formatDate(day)} 19:00`,
      [`appointments[${i}][end_datetime]`]: `${formatDate(day)} 21:00`,
      [`appointments[${i}][responsibles][]`]: who,
    })
    const wish = { course_id: bhv, ...row(0, DAY), ...row(1, addDays(DAY, 1)) }
    const saved = await permitting((more) => planner.post('/calendar/add', { ...wish, ...more }))
    expect(saved.status).toBe(200)
    const first = saved.json<{ id: number }>().id
    const { group_id } = await app.db
      .selectFrom('appointments')
      .select('group_id')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const ids = await app.db.selectFrom('appointments').select('id').where('group_id', '=', group_id).execute()
    const written = async () => (await Promise.all(ids.map(({ id }) => permits(id)))).map((rows) => rows.length)
    expect((await written()).toSorted()).toEqual([0, 1])
    expect(await permits(first)).toHaveLength(1)
    const gone = await planner.post('/calendar/appointments/delete', { id: first })
    expect([gone.status, await permits(first)]).toEqual([204, []])
    expect((await planner.post(`/undo/${gone.undo!.set}`)).status).toBe(204)
    expect([(await permits(first)).length, await told(first)]).toEqual([1, ['orange settled']])
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await written()).toEqual([0, 0])
  })
})
