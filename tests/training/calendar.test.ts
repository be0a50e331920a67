import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

describe('the filters popup', () => {
  const names = async (role: number) => {
    const { $, status } = await (await app.as(role)).get('/calendar/filters/default')
    expect(status).toBe(200)
    return $('form [name]')
      .toArray()
      .map((field) => $(field).attr('name'))
      .sort()
  }

  it('has a field for every filter of the calendar [R-024][S-037]', async () => {
    expect(await names(2)).toEqual([
      'appointment_group_id',
      'company_id',
      'course_id',
      'establishment_id',
      'incompany',
      'instructor_id',
      'not_full',
      'room_id',
      'status',
      'tasks',
    ])
    expect((await planner.get('/calendar/filters/anders')).status).toBe(404)
  })

  it('leaves out of it what only planners search by', async () => {
    for (const role of [3, 4])
      expect(await names(role)).toEqual(['course_id', 'establishment_id', 'incompany', 'not_full', 'room_id', 'status'])
  })

  it('leaves out of it what a student does not see, and filtering does not tell it either', async () => {
    expect(await names(5)).toEqual(['course_id', 'establishment_id', 'not_full', 'room_id'])
    const found = async (role: number, filter: string) =>
      (
        await (await app.as(role)).get(`/ajax/getAppointments/courses?type=m&from=1767222000&to=1830294000${filter}`)
      ).json<{ appointments: unknown[] }>().appointments.length
    const all = await found(5, '')
    expect(all).toBeGreaterThan(0)
    for (const filter of ['&status=cancelled', '&incompany=yes', '&tasks=to_finish', '&company_id=2'])
      expect(await found(5, filter)).toBe(all)
    expect(await found(2, '&status=cancelled')).toBeLessThan(await found(2, ''))
  })
})

describe('the legend', () => {
  const labels = async (role: number) => {
    const props = (await (await app.as(role)).page('/calendar')).$('[data-props]').attr('data-props')!
    return (JSON.parse(props) as { legend: { label: string }[] }).legend.map(({ label }) => label)
  }

  it('explains no status to those who see none', async () => {
    for (const role of [1, 2, 3, 4]) expect(await labels(role)).toContain('Gepland')
    for (const role of [5, 6]) expect(await labels(role)).toEqual(['Geannuleerd'])
  })
})

describe('the calendar link popup', () => {
  it('shows the own link, a warning, and what to do with it in Outlook, Google and Apple [P-062][S-035][M-046]', async () => {
    const { $ } = await planner.get('/ical/link')
    expect($('.popup-title').text()).toBe('Link voor agenda')
    expect($('input[readonly]').val()).toMatch(/^http:\/\/localhost:3000\/ical\/[\w-]{20,}\.ics$/)
    expect($('.note--warning').text()).toContain('Deel deze link met niemand')
    const programs = $('.section-title').toArray()
    expect(programs.map((title) => $(title).text())).toEqual(['Outlook', 'Google Agenda', 'Apple Agenda'])
    for (const title of programs) expect($(title).parent().find('p').text()).toMatch(/plak de link|agenda-abonnement/)
  })
})
