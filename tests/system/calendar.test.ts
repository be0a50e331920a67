import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { areaManifest } from '../../src/platform/area.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Viewer, hasRole } from '../../src/platform/access/viewer.ts'
import { give } from '../../src/platform/points.ts'
import { Registry } from '../../src/platform/registry.ts'
import { type CalendarAppointment, viewQuery } from '../../src/system/calendar/calendar.contract.ts'
import { type CalendarSource, calendarSources } from '../../src/system/calendar/points.ts'
import { enrolmentPlanningArea } from '../../src/training/rights.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

const IN_A_WEEK = Math.floor(Date.now() / 1000) + 7 * 86_400
const one: CalendarAppointment = {
  id: 7,
  start_datetime: IN_A_WEEK,
  end_datetime: IN_A_WEEK + 3600,
  description: 'Ronde langs de ladders',
  full: false,
  cancelled: false,
}

/** A calendar of rounds that only planners look at. */
const rounds: CalendarSource = {
  module: 'rounds',
  order: 5,
  area: enrolmentPlanningArea,
  record: 'round',
  words: { what: 'Ronde', who: 'Loper', one: 'ronde', many: 'rondes' },
  viewUrl: '/rounds/view/{id}',
  query: viewQuery,
  list: (_db, _viewer, { from, to }) =>
    Promise.resolve(
      one.start_datetime >= from && one.end_datetime < to
        ? { appointments: [one], total: 1 }
        : { appointments: [], total: 0 },
    ),
  frame: (_db, viewer: Viewer) =>
    Promise.resolve({ allow: hasRole(viewer, ROLE.administrator) ? 'add' : '', addUrl: '/rounds/add', legend: [] }),
  waiting: () =>
    Promise.resolve({
      title: 'Nog te lopen',
      lines: [{ title: 'Ladders', period: 'morgen', count: '2 ladders', href: '/rounds/view/7' }],
      more: null,
    }),
}

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  app.services.registry = new Registry([
    ...manifests,
    areaManifest('rounds', [{ gifts: [give(calendarSources, [rounds])] }]),
  ])
  planner = await app.as(2)
})
afterAll(() => app.close())

const propsOf = async (browser: Browser, path: string) =>
  JSON.parse((await browser.page(path)).$('[data-props]').attr('data-props')!) as Record<string, unknown>

describe('a calendar that another area gives', () => {
  it('is shown by the same page, in its own words and with its own addresses', async () => {
    expect(await propsOf(planner, '/calendar?module=rounds')).toMatchObject({
      module: 'rounds',
      words: rounds.words,
      record: 'round',
      allow: '',
      addUrl: '/rounds/add',
      viewUrl: '/rounds/view/{id}',
      dataUrl: '/ajax/getAppointments/rounds',
    })
    expect(await propsOf(await app.as(1), '/calendar?module=rounds')).toMatchObject({ allow: 'add' })
    // The first in order opens of itself, and a calendar that nobody gives is as if none was asked for.
    for (const path of ['/calendar', '/calendar?module=nobody'])
      expect(await propsOf(planner, path)).toMatchObject({ module: 'rounds' })
  })

  it('answers what it holds', async () => {
    const asked = (from: number) =>
      planner.get(`/ajax/getAppointments/rounds?type=w&from=${from}&to=${from + 8 * 86_400}`)
    expect((await asked(IN_A_WEEK - 86_400)).json()).toEqual({ appointments: [one], total: 1 })
    expect((await asked(IN_A_WEEK + 86_400)).json()).toEqual({ appointments: [], total: 0 })
    expect((await planner.get('/ajax/getAppointments/rounds?type=w&from=2&to=1')).status).toBe(422)
  })

  it('does not exist for who has no right to it', async () => {
    const teacher = await app.as(3)
    expect((await teacher.get('/ajax/getAppointments/rounds?type=w&from=1&to=2')).status).toBe(404)
    expect(await propsOf(teacher, '/calendar?module=rounds')).toMatchObject({ module: 'courses' })
    expect((await teacher.get('/calendar/start')).text).not.toContain('Nog te lopen')
  })

  it('says above the calendar what waits in it', async () => {
    const { $ } = await planner.get('/calendar/start')
    expect($('#start-rounds').text()).toBe('Nog te lopen')
    expect($('.start-line').attr('href')).toBe('/rounds/view/7')
  })

  it('goes along in the feed of those who see it, told apart from the others by its type', async () => {
    const feedOf = async (browser: Browser) =>
      (await app.anonymous.get(new URL((await browser.get('/ical/getLink')).text).pathname)).text
    const feed = await feedOf(planner)
    expect(feed).toContain('UID:round-7@')
    expect(feed).toContain('SUMMARY:Ronde langs de ladders')
    expect(feed).toContain(`UID:appointment-${app.story.appointments.coming}@`)
    expect(await feedOf(await app.as(3))).not.toContain('UID:round-')
  })

  it('offers the filters of the first that has any, as long as it brings none', async () => {
    const { filtersUrl, filterLabels } = await propsOf(planner, '/calendar?module=rounds')
    expect(filtersUrl).toBe('/calendar/filters/default')
    expect(filterLabels).toMatchObject({ room_id: 'Lokaal' })
    expect((await planner.get(String(filtersUrl))).$('form [name=room_id]').length).toBe(1)
  })
})
