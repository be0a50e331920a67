import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addCourse } from '../support/builders.ts'
import { addPeople, addPlanning, fieldsIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let courseId: number
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  courseId = await addCourse(app.db)
})
afterAll(() => app.close())

const rule = (path: string, min: number, days: number) =>
  planner.post(path, { rule: 'own', min_count: min, decide_days: days })
const listed = async (due: 'now' | 'later') => {
  const { $ } = await planner.get(`/decisions?due=${due}&max_per_page=200`)
  return $('tbody tr')
    .toArray()
    .map((row) => Number($(row).attr('data-id')))
}
const waiting = async () => {
  const { $ } = await planner.get('/attention')
  return Number($('a[data-attention=to_decide] b').text() || 0)
}

describe('a planning of a course with a minimum', () => {
  it('is to be decided so many days before it begins, until it is confirmed; that is taken back', async () => {
    const [soon, later] = [
      await addPlanning(app, { courseId, inDays: 6 }),
      await addPlanning(app, { courseId, inDays: 30 }),
    ]
    await put(app, soon.parts, await addPeople(app, 2))
    const before = await waiting()
    expect((await rule(`/decisions/course/${courseId}`, 4, 7)).status).toBe(204)
    expect(await listed('now')).toContain(soon.parts[0])
    expect(await listed('later')).toContain(later.parts[0])
    expect(await waiting()).toBe(before + 1)
    const popup = await planner.get(`/calendar/view-appointment/${soon.parts[0]}`)
    expect(popup.text).toContain('2 van minimaal 4 ingeschreven')
    const decide = await planner.get(`/decisions/decide/${soon.parts[0]}`)
    expect(decide.text).toContain('2 van minimaal 4')
    expect(decide.$(`a[href="/calendar/confirm/${soon.parts[0]}"]`).length).toBe(1)
    expect(decide.$(`a[href="/calendar/cancel/${soon.parts[0]}"]`).length).toBe(1)
    expect(decide.$(`a[href="/decisions/move/${soon.parts[0]}"]`).length).toBe(1)
    const confirm = `/calendar/confirm/${soon.parts[0]}`
    const confirmed = await planner.post(confirm, fieldsIn(await planner.get(confirm)))
    expect(await listed('now')).not.toContain(soon.parts[0])
    expect((await planner.get(`/decisions/decide/${soon.parts[0]}`)).text).toContain(
      'hoeft niet (meer) te worden beslist',
    )
    await planner.post(`/undo/${confirmed.undo!.set}`)
    expect(await listed('now')).toContain(soon.parts[0])
  })

  it('is to be decided on the very day, not the day before it, and not any more once it has begun', async () => {
    const course = await addCourse(app.db)
    await rule(`/decisions/course/${course}`, 4, 7)
    const inDays = async (days: number) => {
      const { parts } = await addPlanning(app, { courseId: course })
      await app.db
        .updateTable('appointments')
        .set({
          starts_at: instantOf(addDays(today(), days), '09:00')!,
          ends_at: instantOf(addDays(today(), days), '23:59')!,
        })
        .where('id', '=', parts[0]!)
        .execute()
      return parts[0]!
    }
    const before = await waiting()
    const [begun, onTheDay, tooEarly] = [await inDays(-1), await inDays(7), await inDays(8)]
    const [now, later] = [await listed('now'), await listed('later')]
    expect(now).toContain(onTheDay)
    expect(later).toContain(tooEarly)
    expect(now).not.toContain(tooEarly)
    expect([...now, ...later]).not.toContain(begun)
    expect(await waiting()).toBe(before + 1)
    expect((await planner.get(`/decisions/decide/${onTheDay}`)).text).toContain('vandaag')
  })

  it('counts each person once, however many parts they are in, and the most places that are kept in one', async () => {
    const { parts } = await addPlanning(app, { courseId, inDays: 5, components: [null, null] })
    const people = await addPeople(app, 3)
    await put(app, parts, people.slice(0, 2))
    await put(app, parts.slice(1), people.slice(2))
    await rule(`/decisions/planning/${parts[0]}`, 6, 25)
    expect((await planner.get(`/decisions/decide/${parts[0]}`)).text).toContain('3 van minimaal 6')
    expect((await planner.get(`/calendar/view-appointment/${parts[1]}`)).text).toContain(
      '3 van minimaal 6 ingeschreven',
    )
  })

  it('follows its own rule where it has one', async () => {
    const { parts } = await addPlanning(app, { courseId, inDays: 20 })
    expect(await listed('now')).not.toContain(parts[0])
    await rule(`/decisions/planning/${parts[0]}`, 2, 25)
    expect(await listed('now')).toContain(parts[0])
    expect((await planner.get(`/decisions/decide/${parts[0]}`)).text).toContain('0 van minimaal 2')
    await planner.post(`/decisions/planning/${parts[0]}`, { rule: 'none', min_count: '', decide_days: '' })
    expect(await listed('now')).not.toContain(parts[0])
  })

  it('asks nobody to move who is not there, and shows cancelling as what it is', async () => {
    const { parts } = await addPlanning(app, { courseId, inDays: 20 })
    await rule(`/decisions/planning/${parts[0]}`, 2, 25)
    const decide = async () => {
      const { $ } = await planner.get(`/decisions/decide/${parts[0]}`)
      return [$('.field-hint').text(), $(`a[href="/calendar/cancel/${parts[0]}"]`).attr('class')]
    }
    expect(await decide()).toEqual([
      'Gaat het niet door? Bij annuleren kiest u wie er bericht van krijgt.',
      'btn btn-primary btn-danger',
    ])
    await put(app, parts, await addPeople(app, 1))
    expect(await decide()).toEqual([
      'Gaat het niet door? Verplaats eerst de cursisten naar een andere planning, met bericht. Annuleren stuurt bericht aan wie er dan nog in zit.',
      'btn btn-danger-quiet',
    ])
  })

  it('is nothing to decide about when it is cancelled, or when nothing says how many it takes', async () => {
    const other = await addPlanning(app, { inDays: 3, courseId: await addCourse(app.db) })
    const gone = await addPlanning(app, { inDays: 3, courseId, status: 'cancelled' })
    const all = [...(await listed('now')), ...(await listed('later'))]
    expect(all).not.toContain(other.parts[0])
    expect(all).not.toContain(gone.parts[0])
  })

  it('takes both numbers, or neither', async () => {
    const answer = await planner.post(`/decisions/course/${courseId}`, { rule: 'own', min_count: 4, decide_days: '' })
    expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['decide_days']])
    const none = await planner.post(`/decisions/course/${courseId}`, { rule: 'own', min_count: '', decide_days: '' })
    expect(none.json()).toEqual({ min_count: ['Vul het minimum in.'] })
  })
})

describe('an option with a last day', () => {
  const option = async (days: number | null, more: { inDays?: number; status?: string } = {}) => {
    const made = await addPlanning(app, {
      courseId: await addCourse(app.db),
      inDays: 40,
      status: 'option',
      components: [null, null],
      ...more,
    })
    const option_until = days === null ? null : addDays(today(), days)
    await app.db.updateTable('appointment_groups').set({ option_until }).where('id', '=', made.planningId).execute()
    return made.parts[0]!
  }

  it('is decided about in the same list: now when it ends within three days or is over, later before that', async () => {
    const before = await waiting()
    const [over, last, near, far, endless] = [
      await option(-1),
      await option(0),
      await option(3),
      await option(4),
      await option(null),
    ]
    const confirmed = await option(-1, { status: 'confirmed' })
    const [now, later] = [await listed('now'), await listed('later')]
    // The one that should have been decided first stands in front.
    expect(now.filter((id) => [over, last, near, far].includes(id))).toEqual([over, last, near])
    expect(later).toContain(far)
    expect([...now, ...later]).not.toContain(endless)
    expect([...now, ...later]).not.toContain(confirmed)
    expect(await waiting()).toBe(before + 3)
    const half = await option(-2, { inDays: -3 })
    expect(await listed('now')).toContain(half)
    // Of what is over as a whole there is nothing to decide any more.
    const gone = await option(-40, { inDays: -40 })
    expect([...(await listed('now')), ...(await listed('later'))]).not.toContain(gone)
  })

  it('is confirmed, cancelled or extended from there, and stands in its own popup', async () => {
    const part = await option(1)
    await put(app, [part], await addPeople(app, 2))
    const decide = await planner.get(`/decisions/decide/${part}`)
    expect(decide.text).toContain('nog 1 dag')
    for (const path of ['calendar/confirm', 'calendar/cancel', 'calendar/optionUntil', 'decisions/move'])
      expect([path, decide.$(`a[href="/${path}/${part}"]`).length]).toEqual([path, 1])
    const popup = await planner.get(`/calendar/view-appointment/${part}`)
    expect(popup.text).toMatch(/2 ingeschreven, optie t\/m \d\d-\d\d-\d{4}/)
    const extend = `/calendar/optionUntil/${part}`
    const until = formatDate(addDays(today(), 20))
    await planner.post(extend, { ...fieldsIn(await planner.get(extend)), option_until: until })
    expect(await listed('later')).toContain(part)
    // Of a planning with a minimum the option is extended too, and the earliest day counts.
    await rule(`/decisions/planning/${part}`, 4, 35)
    const both = await planner.get(`/decisions/decide/${part}`)
    expect([both.text.includes('2 van minimaal 4'), both.text.includes('nog 5 dagen')]).toEqual([true, true])
    const sure = await option(null, { status: 'planned' })
    await rule(`/decisions/planning/${sure}`, 4, 35)
    expect((await planner.get(`/decisions/decide/${sure}`)).$('a[href^="/calendar/optionUntil"]').length).toBe(0)
  })
})
