import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, epochSeconds, instantOf, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const shown = async () => {
  const { $ } = await planner.get('/plannings/repairs/list')
  return $('[data-repair]')
    .toArray()
    .map((part) => ({
      id: Number($(part).attr('data-repair')),
      lines: $(part)
        .find('.todo-line')
        .toArray()
        .map((line) => $(line).text().trim()),
    }))
}
const counted = async () => {
  const { $ } = await planner.get('/attention')
  return Number($('a[data-attention=to_repair] b').text() || 0)
}

/** A part in some days with a teacher who has the skill for it. */
async function part(days: number, who: number, from = '19:00') {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  const starts_at = instantOf(addDays(today(), days), from)!
  const id = await addPart(app.db, { group_id, description: 'Avond', starts_at, minutes: 60, status: 'planned' })
  await addResponsible(app.db, { appointment_id: id, contact_id: who, role_id: 3 })
  return id
}
const addTeacher = () => addContact(app.db, { first_name: 'Pim', last_name: 'Kok', roles: [ROLE.teacher] })
const away = (contact_id: number, days: number) => {
  const day = formatDate(addDays(today(), days))
  return planner.post('/availability/absence/add', { contact_id, kind: 'sick', first_day: day, last_day: day })
}

describe('what is to be repaired', () => {
  it('is counted above the calendar by exactly the parts that stand behind the number', async () => {
    // The story has a teacher who fell ill.
    expect((await shown()).flatMap(({ lines }) => lines).join()).toContain('is niet beschikbaar: ')
    const before = await counted()
    expect(before).toBe((await shown()).length)
    const who = await addTeacher()
    const [coming, far, over] = [await part(20, who), await part(29, who), await part(-1, who)]
    expect(await counted()).toBe(before)
    for (const days of [20, 29, -1]) expect((await away(who, days)).status).toBeLessThan(300)
    expect(await counted()).toBe(before + 1)
    const parts = await shown()
    expect(parts).toHaveLength(before + 1)
    const day = formatDate(addDays(today(), 20))
    expect(parts.find(({ id }) => id === coming)?.lines).toEqual([`Pim Kok is niet beschikbaar: ${day}.`])
    for (const id of [far, over]) expect(parts.map((one) => one.id)).not.toContain(id)
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', coming).execute()
    expect([await counted(), (await shown()).length]).toEqual([before, before])
  })

  it('is orange for a room whose hire is not confirmed, in agenda, lanes, popup, form and here, until it is', async () => {
    const who = await addTeacher()
    const { deventerA } = app.story.rooms
    const id = await part(22, who)
    await app.db.updateTable('appointments').set({ room_id: deventerA }).where('id', '=', id).execute()
    const hire = (more: object) => app.db.updateTable('rooms').set(more).where('id', '=', deventerA).execute()
    const own = { hired: true, hire_confirmed: false, option_until: '2033-02-01', hire_contact: 'Zalencentrum', street: 'Stationsweg', street_no: '1', postal_code: '8102 JA', city: 'Raalte' } // prettier-ignore
    const text = /^De huur van .+ is nog niet bevestigd; de optie geldt tot en met 01-02-2033\.$/
    const period = [0, 1].map((day) => epochSeconds(instantOf(addDays(today(), 22 + day), '00:00')!))
    const judged = async () =>
      (await planner.get(`/ajax/getJudged/courses?from=${period[0]}&to=${period[1]}`)).json<{
        judged: Record<string, { tone: string; texts: string[] }>
      }>().judged[id]
    const told = async () => {
      const popup = await planner.get(`/calendar/view-appointment/${id}`)
      const form = await planner.get(`/calendar/edit-appointment/${id}`)
      const typed = await planner.post(`/calendar/edit-appointment/${id}/findings`, { room_id: deventerA })
      return {
        judged: await judged(),
        popup: popup.$('.todo-line').toArray().map((line) => popup.$(line).text().trim()).filter((line) => line.includes('huur')), // prettier-ignore
        form: form.$('.note--warning').text().includes('huur'),
        typed: typed.$('.note--warning').text().includes('huur'),
        here: (await shown()).find((one) => one.id === id)?.lines ?? [],
      }
    }
    const before = await counted()
    const nothing = { judged: undefined, popup: [], form: false, typed: false, here: [] }
    expect(await told()).toEqual(nothing)
    await hire(own)
    try {
      const found = await told()
      expect(found.judged).toEqual({ tone: 'orange', texts: [expect.stringMatching(text)] })
      expect(found).toMatchObject({ popup: [expect.stringContaining('is nog niet bevestigd')], form: true, typed: true, here: [expect.stringMatching(text)] }) // prettier-ignore
      expect(await counted()).toBeGreaterThan(before)
      // Agenda and lanes draw what that call says.
      for (const [path, island] of [
        ['/calendar', 'calendar'],
        ['/courses/board/locations', 'board'],
      ] as const) {
        const { $ } = await planner.page(path)
        expect($(`[data-island=${island}]`).attr('data-props')).toContain('/ajax/getJudged/courses')
      }
      await hire({ hire_confirmed: true })
      expect(await told()).toEqual(nothing)
      expect(await counted()).toBe(before)
    } finally {
      await hire({ hired: false, hire_confirmed: false, option_until: null, hire_contact: null, street: null, street_no: null, postal_code: null, city: null }) // prettier-ignore
    }
  })

  it('leaves out what a planner permitted', async () => {
    const before = await counted()
    const who = await addTeacher()
    await part(21, who)
    await part(21, who, '19:30')
    expect(await counted()).toBe(before)
    expect((await shown()).flatMap(({ lines }) => lines).join()).not.toContain('met toestemming')
  })

  it('is for who plans alone, and no entry of the menu waits for it', async () => {
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student]) {
      const browser = await app.as(role)
      expect((await browser.page('/plannings/repairs')).status).toBe(403)
      expect((await browser.get('/attention')).text).not.toContain('to_repair')
    }
    expect((await planner.page('/plannings/repairs')).$('[data-region="/plannings/repairs/list"]')).toHaveLength(1)
    expect((await planner.get('/attention/menu')).text).not.toContain('to_repair')
  })
})
