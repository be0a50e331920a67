// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, weekday } from '../../src/platform/format/zone.ts'
import { closedDays, dutchHolidays } from '../../src/system/holidays/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

const nextYear = new Date().getFullYear() + 1
const choose = async (choice: Record<string, string>) => {
  const { $ } = await administrator.get('/settings/holidays')
  return administrator.post('/settings/holidays', { version: String($('[name=version]').val()), ...choice })
}

describe('public holidays', () => {
  it('follow what the organisation chose', () => {
    const without = { good_friday: true, liberation_day: 'never' } as const
    expect(dutchHolidays(2027, without)['2027-03-26']).toBe('Goede Vrijdag')
    expect(dutchHolidays(2027, without)['2027-05-05']).toBeUndefined()
    const lustrum = { good_friday: false, liberation_day: 'lustrum' } as const
    expect(dutchHolidays(2030, lustrum)['2030-05-05']).toBe('Bevrijdingsdag')
    expect(dutchHolidays(2027, lustrum)['2027-05-05']).toBeUndefined()
  })

  it('are listed for this year and the next, as chosen', async () => {
    const { $ } = await administrator.get('/settings/holidays')
    expect($('.dl').last().text()).toContain('Bevrijdingsdag')
    const saved = await choose({ liberation_day: 'never', good_friday: '1' })
    expect(saved.status).toBe(200)
    expect(saved.$('.dl').last().text()).not.toContain('Bevrijdingsdag')
    expect(saved.$('.dl').last().text()).toContain('Goede Vrijdag')
    expect((await closedDays(app.db)).isClosed(`${nextYear}-05-05`)).toBe(false)
    await choose({ liberation_day: 'always' })
    expect((await closedDays(app.db)).isClosed(`${nextYear}-05-05`)).toBe(true)
  })
})

describe('closing days', () => {
  it('are a page of the settings, which the navigation marks', async () => {
    const { $ } = await administrator.page('/settings/closing-days')
    expect($('.side-link.is-active').text().trim()).toBe('Instellingen')
    const rooms = await administrator.page('/settings/rooms')
    expect(rooms.$('.side-link.is-active').text().trim()).toBe('Lokalen')
  })

  it('are added, changed and deleted, and stay apart', async () => {
    const added = await administrator.post('/settings/closing-day/add', {
      description: 'Bouwvak',
      first_day: '02-08-2027',
      last_day: '13-08-2027',
    })
    const { id } = added.json<{ id: number }>()
    const closed = await closedDays(app.db)
    expect(closed.isClosed('2027-08-13')).toBe(true)
    expect(closed.isClosed('2027-08-14')).toBe(false)
    const overlapping = await administrator.post('/settings/closing-day/add', {
      description: 'Studiedag',
      first_day: '13-08-2027',
    })
    expect(overlapping.json()).toEqual({ first_day: ['In deze dagen valt al een sluiting.'] })
    const edit = await administrator.get(`/settings/closing-day/edit/${id}`)
    const form = {
      version: String(edit.$('[name=version]').val()),
      description: 'Bouwvak Noord',
      first_day: '02-08-2027',
    }
    expect((await administrator.post(`/settings/closing-day/edit/${id}`, form)).status).toBe(204)
    expect((await administrator.post(`/settings/closing-day/edit/${id}`, form)).status).toBe(409)
    expect((await closedDays(app.db)).between('2027-08-01', '2027-08-31')).toEqual({ '2027-08-02': 'Bouwvak Noord' })
    expect((await administrator.get('/settings/closing-days')).text).toContain('Bouwvak Noord')
    expect((await administrator.post('/settings/closing-day/delete', { id })).status).toBe(204)
    expect((await closedDays(app.db)).isClosed('2027-08-02')).toBe(false)
  })

  it('end after they begin, within a year', async () => {
    const add = (first_day: string, last_day: string) =>
      administrator.post('/settings/closing-day/add', { description: 'Dicht', first_day, last_day })
    expect((await add('02-08-2027', '01-08-2027')).json()).toEqual({
      last_day: ['De laatste dag ligt voor de eerste.'],
    })
    expect((await add('02-08-2027', '02-08-2029')).json()).toEqual({
      last_day: ['Een sluiting duurt hooguit een jaar.'],
    })
  })

  it('are skipped by the dates that the planning proposes, and named in the calendar', async () => {
    // The first Tuesday from March on that is no holiday, and the Wednesday after it.
    let tuesday = `${nextYear}-03-01`
    while (weekday(tuesday) !== 2 || tuesday in dutchHolidays(nextYear)) tuesday = addDays(tuesday, 1)
    const wednesday = addDays(tuesday, 1)
    const planner = await app.as(2)
    const course = await app.db
      .selectFrom('course_components')
      .select(['course_id', 'id'])
      .where('position', '=', 1)
      .where('course_id', 'in', (eb) =>
        eb.selectFrom('course_components').select('course_id').where('position', '=', 2),
      )
      .orderBy('course_id')
      .executeTakeFirstOrThrow()
    const second = await app.db
      .updateTable('course_components')
      .set({ days_after_previous: 1, optional: false })
      .where('course_id', '=', course.course_id)
      .where('position', '=', 2)
      .returning('id')
      .executeTakeFirstOrThrow()
    const predict = async () => {
      const query = new URLSearchParams({
        datetime: `${formatDate(tuesday)} 09:00`,
        components: `${course.id},${second.id}`,
      })
      const answer = await planner.get(`/calendar/getPredictedComponentAppointmentsTable?${query.toString()}`)
      return answer.text
    }
    expect(await predict()).toContain(formatDate(wednesday))
    await inTransaction(app.db, null, (trx) =>
      trx
        .insertInto('closing_days')
        .values({ first_day: wednesday, last_day: wednesday, description: 'Studiedag' })
        .execute(),
    )
    const text = await predict()
    expect(text).not.toContain(formatDate(wednesday))
    expect(text).toContain(formatDate(addDays(wednesday, 1)))
    const props = (await planner.page('/calendar')).$('[data-props]').attr('data-props')!
    expect((JSON.parse(props) as { holidays: Record<string, string> }).holidays[wednesday]).toBe('Studiedag')
  })
})
