import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextSync } from '../../public/js/release-notes/sync.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { NOTES } from '../../src/system/release-notes/notes.queries.ts'
import { blocksOf, readNote } from '../../src/system/release-notes/notes.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Answer {
  data: { id: number; date: string; title: string; excerpt: string; content: string; seen: boolean }[]
  last_page: number
}
const list = async (browser: Browser, page = 1) => (await browser.get(`/release-notes?page=${page}`)).json<Answer>()
const unread = async (browser: Browser) =>
  (await browser.get('/release-notes/getUnreadReleaseNotesCount')).json<{ count: number }>().count

describe('what is new', () => {
  it('comes page by page, the newest first, with whether the viewer saw it [A-161] [R-271]', async () => {
    const scheduler = await app.as(ROLE.scheduler)
    const { data, last_page: last } = await list(scheduler)
    expect(last).toBe(Math.ceil(NOTES.length / 10))
    expect(Object.keys(data[0]!)).toEqual(['id', 'date', 'title', 'excerpt', 'content', 'seen'])
    expect(data.map(({ date }) => date)).toEqual(
      data
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
    expect(data.every(({ seen }) => !seen)).toBe(true)
    expect((await list(scheduler, last + 1)).data).toEqual([])
  })

  it('is seen by who opened it, and all of it at once, each for themselves [A-096] [A-097] [R-272] [R-273]', async () => {
    const [scheduler, administrator] = [await app.as(ROLE.scheduler), await app.as(ROLE.administrator)]
    const [first, second] = NOTES
    await Promise.all([first!, second!].map(({ id }) => scheduler.post(`/release-notes/seen/${id}`)))
    expect(await unread(scheduler)).toBe(NOTES.length - 2)
    expect((await list(scheduler)).data.filter(({ seen }) => seen).map(({ id }) => id)).toEqual([first!.id, second!.id])
    expect(await unread(administrator)).toBe(NOTES.length)
    expect((await scheduler.post('/release-notes/seen/99999')).status).toBe(404)
    expect((await scheduler.post('/release-notes/allSeen')).status).toBe(204)
    expect([await unread(scheduler), await unread(administrator)]).toEqual([0, NOTES.length])
  })

  it('stands in a panel of who may read it, and opens in a popup that leads to the next [A-016] [R-274] [S-164] [S-165]', async () => {
    for (const [role, count] of [[ROLE.administrator, 1], [ROLE.teacher, 1], [ROLE.supervisor, 0], [ROLE.student, 0]] as const) // prettier-ignore
      expect([role, (await (await app.as(role)).page('/profile')).$('aside[data-release-panel]').length]).toEqual([role, count]) // prettier-ignore
    const teacher = await app.as(ROLE.teacher)
    const [first, second] = NOTES
    const { $ } = await teacher.get(`/release-notes/view/${first!.id}`)
    expect($('.popup-title').text()).toBe(first!.title)
    expect($('[data-release-note]').attr('data-release-note')).toBe(String(first!.id))
    expect($('a[data-popup]').attr('href')).toBe(`/release-notes/view/${second!.id}`)
    await teacher.post('/release-notes/allSeen')
    expect((await teacher.get(`/release-notes/view/${first!.id}`)).$('a[data-popup]').length).toBe(0)
  })
})

it.each([
  ['2026-11-27T07:59', '2026-11-27T08:00'],
  ['2026-11-27T08:00', '2026-11-27T13:00'],
  ['2026-11-27T12:59', '2026-11-27T13:00'],
  ['2026-11-27T13:00', '2026-11-28T08:00'],
  ['2026-12-31T23:30', '2027-01-01T08:00'],
])('how many are unread is asked anew after %s at %s [A-194]', (now, next) => {
  expect(nextSync(new Date(now))).toEqual(new Date(next))
})

it('a note has steps where its lines are numbered, and a file that is not written so is refused', () => {
  expect(blocksOf('Eén\nzin.\n\n1. Open.\n2. Kies.')).toEqual([
    { kind: 'text', lines: ['Eén zin.'] },
    { kind: 'steps', lines: ['Open.', 'Kies.'] },
  ])
  expect(() => readNote('0009-x.md', 'titel: x\n\ntekst')).toThrow('not written')
})
