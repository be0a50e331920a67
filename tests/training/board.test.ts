// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, epochSeconds, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import type { BoardAnswer } from '../../src/training/planning/board/board.contract.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addEmptyPlanning, addPart } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

type Answer = BoardAnswer<{ id: number }>

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
})
afterAll(() => app.close())

/** A Monday far enough ahead that the story has nothing there. */
const monday = addDays(today(), 365 - weekday(addDays(today(), 364)))
const at = (day: string, time: string) => instantOf(day, time)!
const week = { type: 'w', from: epochSeconds(at(monday, '00:00')), to: epochSeconds(at(addDays(monday, 7), '00:00')) }

const read = async (type: string, filters: Record<string, string | number> = {}, browser = planner) => {
  const query = new URLSearchParams(
    Object.entries({ ...week, ...filters }).map(([key, value]): [string, string] => [key, String(value)]),
  )
  return (await browser.get(`/courses/board/${type}/data?${query.toString()}`)).json<Answer>()
}
const lanesOf = (answer: Answer, id: number) => answer.appointments.find((appointment) => appointment.id === id)?.lanes

async function addOn(
  more: { teacher?: number; room_id?: number; status?: string; day?: string } = {},
): Promise<number> {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const { teacher: contact_id, day = monday, room_id, status = 'confirmed' } = more
  const starts_at = at(day, '09:00')
  const id = await addPart(app.db, { group_id, description: 'Deel', starts_at, minutes: 180, status })
  if (room_id !== undefined) await app.db.updateTable('appointments').set({ room_id }).where('id', '=', id).execute()
  if (contact_id !== undefined)
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: id, contact_id, role_id: ROLE.teacher })
      .execute()
  return id
}

describe('the board', () => {
  it('stands beside the calendar for who plans and who teaches, and shows its island for both kinds of rows', async () => {
    const { $ } = await planner.page('/courses/board/locations')
    expect($('nav a[href="/calendar"]').attr('aria-current')).toBe('page')
    expect((await planner.page('/calendar')).$('[data-island=calendar]').attr('data-props')).toContain('{"label":"Rooster","href":"/courses/board/teachers"}') // prettier-ignore
    expect($('[data-island=board]').attr('data-props')).toContain('"type":"locations"')
    expect((await teacher.page('/courses/board/teachers')).status).toBe(200)
    expect((await planner.page('/courses/board/gebouwen')).status).toBe(404)
    for (const role of [ROLE.supervisor, ROLE.student, ROLE.lotus])
      expect((await (await app.as(role)).page('/courses/board/teachers')).status).toBe(403)
  })

  it('has its own filters for teachers and for locations, in a larger popup than the calendar [R-101][S-081][T-032]', async () => {
    const filtersOf = async (path: string) => {
      const { $ } = await planner.get(path)
      const names = $('form[data-calendar-filters] [name]')
        .map((_, field) => $(field).attr('name'))
        .get()
      return { names, css: $('dialog').attr('class') }
    }
    const teachers = await filtersOf('/courses/board/teachers/filters')
    const locations = await filtersOf('/courses/board/locations/filters')
    expect(teachers.names).toEqual(expect.arrayContaining(['instructor_id', 'skill_id', 'course_id', 'status']))
    expect(locations.names).toEqual(expect.arrayContaining(['room_id', 'establishment_id', 'not_full']))
    expect(teachers.names).not.toContain('room_id')
    expect(locations.names).not.toContain('instructor_id')
    expect((await planner.get('/courses/board/gebouwen/filters')).status).toBe(404)
  })

  it('opens the popup of the usual filters smaller than that of any other set [T-014]', async () => {
    const css = async (path: string) => (await planner.get(path)).$('dialog').attr('class')
    expect(await css('/calendar/filters/default')).toContain('popup--medium')
    for (const type of ['teachers', 'locations', 'establishments'])
      expect(await css(`/courses/board/${type}/filters`)).toContain('popup--large')
    expect((await planner.get('/calendar/filters/unknown')).status).toBe(404)
  })

  it('puts a planning in the row of each of its teachers, and of its room and establishment', async () => {
    const { contacts, rooms, establishments } = app.story
    const room_id = Object.values(rooms)[0]!
    const id = await addOn({ teacher: contacts.teacher, room_id })
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: id, contact_id: 4, role_id: ROLE.teacher })
      .execute()
    expect(lanesOf(await read('teachers'), id)?.sort()).toEqual([contacts.teacher, 4].sort())
    expect(lanesOf(await read('locations'), id)).toEqual([room_id])
    const [lane] = lanesOf(await read('establishments'), id)!
    expect(Object.values(establishments)).toContain(lane)
  })

  it('has a first row for what has no teacher or no room, unless it is cancelled', async () => {
    const open = await addOn({ day: addDays(monday, 1) })
    const cancelled = await addOn({ day: addDays(monday, 1), status: 'cancelled' })
    for (const [type, name] of [
      ['teachers', 'Zonder docent'],
      ['locations', 'Zonder lokaal'],
    ] as const) {
      const answer = await read(type)
      expect(answer.lanes[0]).toMatchObject({ id: 0, name })
      expect(lanesOf(answer, open)).toEqual([0])
      expect(lanesOf(answer, cancelled)).toBeUndefined()
    }
  })

  it('keeps to the filters of its own kind of rows', async () => {
    const { contacts } = app.story
    const one = await read('teachers', { instructor_id: contacts.teacher })
    expect(one.lanes.map(({ id }) => id)).toEqual([contacts.teacher])
    const room = Object.values(app.story.rooms)[0]!
    expect((await read('locations', { room_id: room })).lanes.filter(({ id }) => id > 0)).toHaveLength(1)
    // That of another kind says nothing here.
    expect((await read('locations', { instructor_id: contacts.teacher })).lanes.length).toBeGreaterThan(1)
    const skill = app.story.skills.forklift
    const skilled = (await read('teachers', { skill_id: skill })).lanes.map(({ id }) => id)
    const { rows } = await app.pool.query<{ id: number }>(
      `select id from contacts c where active and 3 = any(roles)
       and exists (select 1 from contact_skills s where s.contact_id = c.id and s.skill_id = $1) order by id`,
      [skill],
    )
    expect(skilled.sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
  })

  it('shows a teacher the own row and the own plannings alone', async () => {
    const { contacts } = app.story
    const others = await addOn({ teacher: 4, day: addDays(monday, 2) })
    const own = await addOn({ teacher: contacts.teacher, day: addDays(monday, 2) })
    const answer = await read('teachers', {}, teacher)
    expect(answer.lanes.map(({ id }) => id)).toEqual([contacts.teacher])
    expect(answer.appointments.map(({ id }) => id)).toContain(own)
    expect(answer.appointments.map(({ id }) => id)).not.toContain(others)
    expect((await read('teachers', { instructor_id: 4 }, teacher)).lanes).toEqual([])
    const { $ } = await teacher.page('/courses/board/teachers')
    expect(JSON.parse($('[data-island=board]').attr('data-props')!)).toMatchObject({ allow: '', addUrl: null })
  })

  it('tells when somebody is not there', async () => {
    const { contacts } = app.story
    const day = addDays(monday, 3)
    const form = { contact_id: contacts.teacher, kind: 'leave', first_day: dutch(day), last_day: dutch(day) }
    expect((await planner.post('/availability/absence/add', form)).status).toBeLessThan(300)
    const { away } = await read('teachers')
    expect(away).toContainEqual(
      expect.objectContaining({ lane: contacts.teacher, from: epochSeconds(at(day, '00:00')) }),
    )
  })

  it('shows in the rows of rooms and of establishments when an establishment is closed', async () => {
    const { rooms, establishments } = app.story
    const day = addDays(monday, 4)
    const form = { day: dutch(day), description: 'Vloer gelakt' }
    const saved = await (
      await app.as(ROLE.administrator)
    ).post(`/settings/establishment/day/add/${establishments.zwolle}`, form)
    expect(saved.status, saved.text).toBeLessThan(300)
    const closed = { from: epochSeconds(at(day, '00:00')), text: 'Vestiging gesloten (Vloer gelakt)' }
    const inZwolle = await app.db
      .selectFrom('rooms')
      .select('id')
      .where('establishment_id', '=', establishments.zwolle)
      .where('active', '=', true)
      .execute()
    const away = (await read('locations')).away.filter(({ text }) => text === closed.text)
    expect(away.map(({ lane }) => lane).sort()).toEqual(inZwolle.map(({ id }) => id).sort())
    expect((await read('establishments')).away).toContainEqual(
      expect.objectContaining({ lane: establishments.zwolle, ...closed }),
    )
    expect(Object.values(rooms).length).toBeGreaterThan(away.length)
  })

  it('refuses a period that ends before it begins, and asks no more of the database for more rows', async () => {
    expect((await planner.get(`/courses/board/teachers/data?type=w&from=${week.to}&to=${week.from}`)).status).toBe(422)
    const few = await countQueries(app, () => read('teachers', { instructor_id: app.story.contacts.teacher }))
    const all = await countQueries(app, () => read('teachers'))
    expect(all).toBe(few)
  })
})

const dutch = (day: string) => day.split('-').reverse().join('-')

describe('free time on the board', () => {
  it('opens the wizard with the room that was free, until another is chosen', async () => {
    const room = Object.values(app.story.rooms)[1]!
    const { bhvRefresher } = app.story.courses
    const opened = `/calendar/add?datetime=${epochSeconds(at(addDays(monday, 4), '10:00'))}&type=w&room_id=${room}`
    const { $ } = await planner.post(`${opened}&step=components`, { course_id: bhvRefresher })
    expect($('select[name$="[room_id]"]').val()).toBe(String(room))
  })

  it('opens it with the smallest room of the establishment that has places enough and is free', async () => {
    const { establishments, courses } = app.story
    const { rows } = await app.pool.query<{ id: number }>(
      `select r.id from rooms r join courses c on c.id = $2
       where r.establishment_id = $1 and r.active and r.capacity >= c.max_count order by r.capacity, r.name`,
      [establishments.zwolle, courses.bhvRefresher],
    )
    const [smallest = 0, next = 0] = rows.map(({ id }) => id)
    expect(next).toBeGreaterThan(0)
    const day = addDays(monday, 9)
    const proposed = async () => {
      const opened = `/calendar/add?datetime=${epochSeconds(at(day, '09:30'))}&type=w&establishment_id=${establishments.zwolle}`
      const { $ } = await planner.post(`${opened}&step=components`, { course_id: courses.bhvRefresher })
      return $('select[name$="[room_id]"]').val()
    }
    expect(await proposed()).toBe(String(smallest))
    await addOn({ day, room_id: smallest })
    expect(await proposed()).toBe(String(next))
  })

  it('opens it with the teacher who was free, and not with one who is busy or cannot teach it', async () => {
    const { contacts, courses } = app.story
    const proposed = async (day: string, course: number, component: number) => {
      const row = {
        'appointments[0][enabled]': '1',
        'appointments[0][course_component_id]': component,
        'appointments[0][start_datetime]': `${dutch(day)} 08:30`,
        'appointments[0][end_datetime]': `${dutch(day)} 16:00`,
      }
      const { $ } = await planner.post(`/calendar/add?type=w&teacher_id=${contacts.teacher}&step=teachers`, {
        course_id: course,
        max_count: 12,
        ...row,
      })
      return $('input[name^="appointments[0][responsibles]"]:checked')
        .map((_, box) => $(box).attr('value'))
        .get()
    }
    const { bhvRefresher, forklift } = courses
    const free = addDays(monday, 8)
    expect(await proposed(free, bhvRefresher, bhvRefresher * 10 + 1)).toEqual([String(contacts.teacher)])
    expect(await proposed(free, forklift, forklift * 10 + 1)).toEqual([])
    await addOn({ teacher: contacts.teacher, day: free })
    expect(await proposed(free, bhvRefresher, bhvRefresher * 10 + 1)).toEqual([])
  })
})
