import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addCourse } from '../support/builders.ts'
import { addPeople, addPlanning, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const preview = (part: number, form: object) =>
  planner.post(`/decisions/move/${part}/preview`, form as Record<string, string>)
const save = (part: number, form: object) => planner.post(`/decisions/move/${part}`, form as Record<string, string>)
const keyOf = ({ $ }: Awaited<ReturnType<typeof preview>>) => String($('input[name=plan]').val())
const words = ({ $ }: Awaited<ReturnType<typeof preview>>) => $('body').text().replace(/\s+/g, ' ')
const mailsTo = async (contacts: number[]) =>
  (
    await app.db
      .selectFrom('mails')
      .select('id')
      .where('object_type', '=', 'contact')
      .where('object_id', 'in', contacts)
      .where('subject', 'like', 'Nieuwe datum%')
      .execute()
  ).length

describe('everybody of a planning that does not go on', () => {
  it('goes to the first plannings with a place, as was shown; who finds none stays, and one click takes it back', async () => {
    const courseId = await addCourse(app.db)
    const from = await addPlanning(app, { courseId, inDays: 6, components: [null, null] })
    const people = await addPeople(app, 4)
    await put(app, from.parts, people)
    await app.db.updateTable('contacts').set({ email: null }).where('id', '=', people[0]!).execute()
    await app.db.updateTable('contacts').set({ email: 'twee@post.example' }).where('id', '=', people[1]!).execute()
    await app.db.updateTable('contacts').set({ email: 'drie@post.example' }).where('id', '=', people[2]!).execute()
    const [near, far] = [
      await addPlanning(app, { courseId, inDays: 40, components: [null, null], max: 2 }),
      await addPlanning(app, { courseId, inDays: 70, components: [null, null], max: 1 }),
    ]
    await addPlanning(app, { courseId, inDays: 20, components: [null] })
    await addPlanning(app, { courseId, inDays: 30, components: [null, null], incompany: app.story.companies.deLinde })
    const opened = await planner.get(`/decisions/move/${from.parts[0]}`)
    expect(opened.$('[name=tell]').attr('checked')).toBeDefined()
    const form = { tell: 1, planning: 0 }
    const shown = await preview(from.parts[0]!, form)
    const rows = shown
      .$('.confirm-changes tbody tr')
      .toArray()
      .map((row) => shown.$(row).find('td').last().text())
    expect(rows.map((row) => Number(/Planning (\d+)/.exec(row)![1]))).toEqual([near.planningId, near.planningId, far.planningId]) // prettier-ignore
    expect(words(shown)).toContain('vindt geen planning met een vrije plaats')
    expect(words(shown)).toContain('2 e-mails gaan uit: de nieuwe datum.')
    expect(words(shown)).toContain('1 cursist krijgt geen bericht, zonder e-mailadres.')
    expect(await peopleIn(app, near.parts[0]!)).toEqual([])
    const saved = await save(from.parts[0]!, { ...form, plan: keyOf(shown) })
    expect([saved.status, saved.trigger.flash?.str]).toEqual([204, expect.stringContaining('3 cursisten verplaatst, 1 niet')]) // prettier-ignore
    for (const part of [0, 1]) {
      expect(await peopleIn(app, near.parts[part]!)).toEqual(people.slice(0, 2))
      expect(await peopleIn(app, far.parts[part]!)).toEqual(people.slice(2, 3))
      expect(await peopleIn(app, from.parts[part]!)).toEqual(people.slice(3))
    }
    expect(await mailsTo(people)).toBe(2)
    await planner.post(`/undo/${saved.undo!.set}`)
    expect([await peopleIn(app, from.parts[0]!), await peopleIn(app, near.parts[0]!)]).toEqual([people, []])
  })

  it('goes to the planning that was chosen, untold where the planner says so, but not who does not meet what it asks', async () => {
    const courseId = await addCourse(app.db)
    const from = await addPlanning(app, { courseId, inDays: 6 })
    const people = await addPeople(app, 2)
    await put(app, from.parts, people)
    await app.db.updateTable('courses').set({ minimum_age: 18 }).where('id', '=', courseId).execute()
    await app.db.updateTable('contacts').set({ birth_date: '1990-01-01' }).where('id', '=', people[1]!).execute()
    await addPlanning(app, { courseId, inDays: 20 })
    const goal = await addPlanning(app, { courseId, inDays: 40 })
    const form = { planning: goal.planningId }
    const shown = await preview(from.parts[0]!, form)
    expect(words(shown)).toContain('voldoet niet aan de eisen')
    expect(words(shown)).toContain('Er gaat geen bericht uit.')
    expect((await save(from.parts[0]!, { ...form, plan: keyOf(shown) })).status).toBe(204)
    expect([await peopleIn(app, goal.parts[0]!), await peopleIn(app, from.parts[0]!)]).toEqual([
      [people[1]],
      [people[0]],
    ])
    expect(await mailsTo(people)).toBe(0)
  })

  it('says beforehand which parts a planning does not have, and afterwards that this is why nobody goes there', async () => {
    const { bhv } = app.story.courses
    const from = await addPlanning(app, { courseId: bhv, inDays: 6, components: [11, 12], max: 3 })
    const [follower, other] = await addPeople(app, 2)
    await put(app, from.parts, [follower!])
    await put(app, from.parts.slice(0, 1), [other!])
    const half = await addPlanning(app, { courseId: bhv, inDays: 20, components: [11], max: 3 })
    const whole = await addPlanning(app, { courseId: bhv, inDays: 21, components: [11, 12], max: 3 })
    const { $ } = await planner.get(`/decisions/move/${from.parts[0]}`)
    const label = (planning: number) => $(`select[name=planning] option[value=${planning}]`).text()
    expect(label(half.planningId)).toMatch(/, 3 plaatsen vrij, zonder Component 12$/)
    expect(label(whole.planningId)).toMatch(/, 3 plaatsen vrij$/)
    const shown = await preview(from.parts[0]!, { planning: half.planningId })
    expect(words(shown)).toMatch(/Proef Persoon\d+ heeft onderdelen nodig die de gekozen planning niet heeft\./)
    expect(words(shown)).not.toContain('past niet meer')
    expect((await save(from.parts[0]!, { planning: half.planningId, plan: keyOf(shown) })).status).toBe(204)
    expect(await peopleIn(app, half.parts[0]!)).toEqual([other])
  })

  it('goes to a course that may take its place where that is chosen, offered behind the course itself', async () => {
    const [courseId, alternative, unlike] = [await addCourse(app.db), await addCourse(app.db), await addCourse(app.db)]
    await app.db
      .insertInto('course_alternatives')
      .values({ course_id: courseId, alternative_id: alternative })
      .execute()
    const from = await addPlanning(app, { courseId, inDays: 6 })
    const people = await addPeople(app, 2)
    await put(app, from.parts, people)
    const [other, same] = [
      await addPlanning(app, { courseId: alternative, inDays: 10, components: [null, null], max: 1 }),
      await addPlanning(app, { courseId, inDays: 40, max: 1 }),
    ]
    await addPlanning(app, { courseId: unlike, inDays: 12 })
    const { $ } = await planner.get(`/decisions/move/${from.parts[0]}`)
    const options = $('select[name=planning] option').toArray().map((option) => $(option).attr('value')) // prettier-ignore
    expect(options).toEqual(['0', String(same.planningId), String(other.planningId)])
    // By itself nobody goes to another course.
    const first = words(await preview(from.parts[0]!, { planning: 0 }))
    expect(first).toContain(`Planning ${same.planningId}`)
    expect(first).not.toContain(`Planning ${other.planningId}`)
    const shown = await preview(from.parts[0]!, { planning: other.planningId })
    expect(words(shown)).toMatch(new RegExp(`Planning ${other.planningId}, .*past niet meer in de gekozen planning`))
    const saved = await save(from.parts[0]!, { planning: other.planningId, plan: keyOf(shown) })
    expect(saved.status).toBe(204)
    for (const part of other.parts) expect(await peopleIn(app, part)).toEqual(people.slice(0, 1))
    expect(await peopleIn(app, from.parts[0]!)).toEqual(people.slice(1))
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await peopleIn(app, from.parts[0]!)).toEqual(people)
  })

  it('is shown anew where a place went meanwhile, and nobody is moved twice', async () => {
    const courseId = await addCourse(app.db)
    const from = await addPlanning(app, { courseId, inDays: 6 })
    const people = await addPeople(app, 2)
    await put(app, from.parts, people)
    const goal = await addPlanning(app, { courseId, inDays: 40, max: 2 })
    const shown = await preview(from.parts[0]!, { planning: 0 })
    await put(app, goal.parts, await addPeople(app, 1))
    expect((await save(from.parts[0]!, { planning: 0, plan: keyOf(shown) })).status).toBe(409)
    const again = await preview(from.parts[0]!, { planning: 0 })
    expect((await save(from.parts[0]!, { planning: 0, plan: keyOf(again) })).status).toBe(204)
    expect((await save(from.parts[0]!, { planning: 0, plan: keyOf(again) })).status).toBe(409)
    expect(await peopleIn(app, from.parts[0]!)).toEqual(people.slice(1))
    const nobody = await addPlanning(app, { courseId, inDays: 9 })
    // Who still has the question open when the last one left reads so.
    expect((await planner.get(`/decisions/move/${nobody.parts[0]}`)).text).toContain('Er is niets te doen.')
    const refused = await save(nobody.parts[0]!, { planning: 0 })
    expect([refused.status, refused.json()]).toEqual([422, { _form: ['Er is niets te doen.'] }])
  })
})
