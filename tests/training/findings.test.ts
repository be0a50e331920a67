// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { judgeStored } from '../../src/training/planning/appointments/assessment.queries.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
let teacher: number
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await addContact(app.db, { first_name: 'Tess', last_name: 'Vermeer', roles: [ROLE.teacher] })
})
afterAll(() => app.close())

/** A Tuesday beyond what the story plans. */
const far = addDays(today(), 500)
const DAY = addDays(far, 9 - weekday(far))
const at = (time: string, days = 0) => instantOf(addDays(DAY, days), time)!

/** A planned part of a course, with its teacher. */
async function part(from: string, minutes: number, { days = 0, room_id = null as number | null, who = teacher } = {}) {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const id = await addPart(app.db, {
    group_id,
    component_id: app.story.courses.bhv * 10 + 1,
    description: `Les ${from}`,
    starts_at: at(from, days),
    minutes,
    room_id,
    status: 'planned',
  })
  await app.db
    .insertInto('appointment_responsibles')
    .values({ appointment_id: id, contact_id: who, role_id: 3 })
    .execute()
  return id
}
const told = async (id: number) =>
  ((await judgeStored(app.db, app.services.registry, [id])).get(id) ?? []).map(({ tone, text }) => `${tone}: ${text}`)

describe('what is not right about a planning', () => {
  it('stands in its popup and above its form, the worst first', async () => {
    const { zwolle1, deventerA } = app.story.rooms
    const early = await part('09:00', 180, { room_id: zwolle1 })
    // The story says that it is forty minutes from Zwolle to Deventer.
    await part('12:30', 120, { room_id: deventerA })
    expect(await told(early)).toEqual([
      'red: Tess Vermeer mist de vaardigheid BHV.',
      expect.stringMatching(
        /^orange: Tess Vermeer heeft 30 van de 40 minuten reistijd tussen dit onderdeel en Les 12:30 op /,
      ),
    ])
    const lines = (await planner.get(`/calendar/view-appointment/${early}`))
      .$('.todo-line')
      .toArray()
      .map((line) => line.attribs.href)
    expect(lines.filter((href) => href === `/calendar/edit-appointment/${early}`).length).toBeGreaterThanOrEqual(2)
    const form = await planner.get(`/calendar/edit-appointment/${early}`)
    expect(form.$('.note--error').text()).toBe('Tess Vermeer mist de vaardigheid BHV.')
    expect(form.$('.note--warning').text()).toContain('30 van de 40 minuten reistijd')
    // Nobody else reads of it.
    const own = await (await app.as(ROLE.teacher)).get(`/calendar/view-appointment/${app.story.appointments.coming}`)
    expect(own.text).not.toContain('mist de vaardigheid')
  })

  it('is told of the form as it is filled in, before anything is saved', async () => {
    const { zwolle1 } = app.story.rooms
    const who = await addContact(app.db, { first_name: 'Roos', last_name: 'Kuipers', roles: [ROLE.teacher] })
    const id = await part('09:00', 180, { days: 21, who })
    await part('13:00', 120, { days: 21, who, room_id: zwolle1 })
    const day = formatDate(at('09:00', 21))
    const typed = async (form: Record<string, string | number>) => {
      const answer = await planner.post(`/calendar/edit-appointment/${id}/findings`, form)
      expect(answer.status, answer.text).toBe(200)
      const lines = answer.$('.note').toArray()
      return lines.map((line) => answer.$(line).text().trim())
    }
    const teacherRow = { 'responsibles[0][contact_id]': who, 'responsibles[0][role_id]': ROLE.teacher }
    const as = { status: 'planned', max_count: 9, room_id: '-1', start_datetime: `${day} 09:00` }
    const whole = { ...as, end_datetime: `${day} 12:00` }
    expect(await typed({ ...whole, ...teacherRow })).toEqual(['Roos Kuipers mist de vaardigheid BHV.'])
    const longer = await typed({ ...as, end_datetime: `${day} 13:30`, room_id: zwolle1, ...teacherRow })
    expect(longer.filter((text) => text.includes('bezet'))).toHaveLength(2)
    // Of whoever is chosen, and nothing of what is about to be cancelled.
    expect(await typed(whole)).toEqual([])
    expect(await typed({ ...whole, ...teacherRow, status: 'cancelled' })).toEqual([])
    // What cannot be read yet counts as it is stored; it is refused when it is saved.
    expect(
      await typed({ ...whole, start_datetime: 'morgen', max_count: 'veel', 'responsibles[0][role_id]': 3 }),
    ).toEqual([])
    expect(await told(id)).toEqual(['red: Roos Kuipers mist de vaardigheid BHV.'])
    expect((await (await app.as(ROLE.teacher)).post(`/calendar/edit-appointment/${id}/findings`, whole)).status).toBe(
      403,
    )
  })

  it('follows what is changed elsewhere: travel, cancelling, absence', async () => {
    const who = await addContact(app.db, { first_name: 'Pim', last_name: 'Kok', roles: [ROLE.teacher] })
    await app.db.insertInto('contact_skills').values({ contact_id: who, skill_id: app.story.skills.bhv }).execute()
    const first = await part('09:00', 180, { days: 7, who, room_id: app.story.rooms.zwolle1 })
    const second = await part('12:30', 120, { days: 7, who, room_id: app.story.rooms.deventerA })
    expect(await told(first)).toHaveLength(1)
    const administrator = await app.as(ROLE.administrator)
    const url = `/settings/establishment/travel/edit/${app.story.establishments.zwolle}`
    const save = async (minutes: string) => {
      const { $ } = await administrator.get(url)
      return administrator.post(url, {
        version: String($('[name=version]').val()),
        'travel[0][other_id]': app.story.establishments.deventer,
        'travel[0][minutes]': minutes,
      })
    }
    expect((await save('30')).status).toBe(204)
    expect(await told(first)).toEqual([])
    expect((await save('601')).status).toBe(422)
    expect((await save('')).status).toBe(204)
    expect((await administrator.get(url.replace('edit', 'view'))).text).toContain('–')
    expect((await save('40')).status).toBe(204)
    expect(await told(second)).toHaveLength(1)
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', first).execute()
    expect(await told(second)).toEqual([])
    const day = formatDate(addDays(DAY, 7))
    await planner.post('/availability/absence/add', { contact_id: who, kind: 'sick', first_day: day, last_day: day })
    expect(await told(second)).toEqual([`red: Pim Kok is niet beschikbaar: ${day}.`])
  })

  it('knows the own certificates of its teacher, and how many students one takes', async () => {
    const course = app.story.courses.bhv
    const component = course * 10 + 1
    const edit = await planner.get(`/course/edit/${course}`)
    const known = await app.db
      .selectFrom('certificates')
      .selectAll()
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow()
    const who = known.contact_id
    await app.db
      .updateTable('certificates')
      .set({ withdrawn_at: new Date() })
      .where('contact_id', '=', who)
      .where('id', '<>', known.id)
      .execute()
    const skill_id = app.story.skills.bhv
    await app.db.updateTable('courses').set({ proves_skill_id: skill_id }).where('id', '=', known.course_id).execute()
    await app.db.insertInto('contact_skills').values({ contact_id: who, skill_id }).execute()
    expect(edit.$('[name=proves_skill_id]').length).toBe(1)
    const one = await part('09:00', 180, { days: 60, who })
    const until = async (valid_until: string | null) => {
      await app.db.updateTable('certificates').set({ valid_until }).where('id', '=', known.id).execute()
      return (await told(one)).filter((text) => text.startsWith('red: Het certificaat van '))
    }
    expect(await until(addDays(DAY, 59))).toHaveLength(1)
    expect(await until(addDays(DAY, 60))).toEqual([])
    expect(await until(null)).toEqual([])
    expect(edit.$('[name="components[0][max_per_teacher]"]').length).toBe(1)
    await app.db.updateTable('course_components').set({ max_per_teacher: 1 }).where('id', '=', component).execute()
    for (const contact_id of [app.story.contacts.anouk, app.story.contacts.gerrit])
      await app.db.insertInto('enrolments').values({ appointment_id: one, contact_id }).execute()
    expect(await told(one)).toContain('orange: 2 cursisten op 1 docent: hooguit 1 per docent.')
  })

  it('names students who are enrolled in two parts at once', async () => {
    const one = await part('09:00', 180, { days: 14 })
    const two = await part('10:00', 180, { days: 14, who: app.story.contacts.otherTeacher })
    const contact_id = app.story.contacts.quiet
    for (const appointment_id of [one, two])
      await app.db.insertInto('enrolments').values({ appointment_id, contact_id }).execute()
    expect((await told(two)).filter((text) => text.includes('is dan ook ingeschreven voor Les 09:00'))).toHaveLength(1)
    // Judged together, as a calendar does, they say the same.
    const both = await judgeStored(app.db, app.services.registry, [one, two])
    for (const id of [one, two])
      expect([id, both.get(id)!.map(({ text }) => text)]).toEqual([
        id,
        (await told(id)).map((text) => text.slice(text.indexOf(': ') + 2)),
      ])
  })

  it('stands at each person of the wizard before anybody is chosen', async () => {
    const evening = await part('18:00', 240, { days: 20 })
    expect(evening).toBeGreaterThan(0)
    const { $ } = await planner.post('/calendar/add?step=teachers', {
      course_id: app.story.courses.bhv,
      'appointments[0][enabled]': 1,
      'appointments[0][course_component_id]': app.story.courses.bhv * 10 + 1,
      'appointments[0][start_datetime]': `${formatDate(addDays(DAY, 21))} 08:00`,
      'appointments[0][end_datetime]': `${formatDate(addDays(DAY, 21))} 12:00`,
    })
    const mine = $(`[data-person=${teacher}]`).text()
    expect(mine).toContain('Tess Vermeer mist de vaardigheid BHV.')
    expect(mine).toContain('Tess Vermeer heeft minder dan 11 uur rust tussen dit onderdeel en Les 18:00 op ')
    expect($(`[data-person=${app.story.contacts.teacher}]`).text()).not.toContain('mist de vaardigheid')
  })

  it('takes as many queries for twenty parts as for one', async () => {
    const ids: number[] = []
    for (let day = 30; day < 50; day += 1)
      ids.push(await part('09:00', 180, { days: day, room_id: app.story.rooms.hall }))
    const cost = (some: number[]) => countQueries(app, () => judgeStored(app.db, app.services.registry, some))
    expect(await cost(ids)).toBe(await cost(ids.slice(0, 1)))
  })
})
