import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'
import { addPeople, addPlanning, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const namesIn = ({ $ }: Answer) =>
  $('tbody[data-rows] tr[data-id]')
    .toArray()
    .map((row) => $(row).find('.c-main').text().trim())

describe('the students of a part', () => {
  it('stand under the places and the buttons for when nobody is ticked [T-103][M-050][M-051]', async () => {
    const part = app.story.appointments.coming
    const tab = await planner.get(`/calendar/${part}/students`)
    const loaded = tab.$('[data-region]').toArray()
    expect(loaded.map((element) => tab.$(element).attr('data-region'))).toEqual([
      `/calendar/${part}/places`,
      `/calendar/${part}/students/table?embed=1`,
      `/calendar/${part}/reservations`,
    ])
    const bar = await planner.get(`/calendar/${part}/places`)
    expect(bar.text).toMatch(/<b>9<\/b> ingeschreven, <b>2<\/b> gereserveerd, <b>3<\/b> vrij/)
    const links = bar.$('a').toArray()
    expect(links.map((link) => [bar.$(link).text().trim(), bar.$(link).attr('href')])).toEqual([
      ['Reserveren', `/calendar/enroll/${part}/1`],
      ['Inschrijven', `/calendar/enroll/${part}/0`],
    ])
    const reserved = await planner.get(`/calendar/${part}/reservations`)
    expect(reserved.$('tbody tr')).toHaveLength(1)
    expect(reserved.text).toContain('Metaalwerken Twente B.V.')
  })

  it('where no place is free say so with the ways out, and the day after it enrolling asks once', async () => {
    const { parts } = await addPlanning(app, { max: 1 })
    const full = async (browser = planner) => {
      const { $ } = await browser.get(`/calendar/${parts[0]!}/places`)
      const links = $('.rt-bar a:not(.btn)').toArray()
      return [$('.rt-bar').text(), links.map((link) => $(link).attr('href'))]
    }
    expect((await full())[0]).not.toContain('Vol')
    await put(app, parts, await addPeople(app, 1))
    const [text, links] = await full()
    expect(text).toContain('Vol: op de wachtlijst of maximum verhogen')
    expect(links).toEqual([
      expect.stringContaining('/waiting-list/add?planning_id='),
      `/calendar/edit-appointment/${parts[0]!}`,
    ])
    for (const url of links!) expect((await planner.get(url!)).status, url).toBe(200)
    const question = async (inDays: number) => {
      const { parts: asked } = await addPlanning(app, { inDays })
      return (await planner.get(`/calendar/enroll/${asked[0]!}/0`)).$('form').attr('hx-confirm')
    }
    expect([await question(3), await question(-2)]).toEqual([undefined, expect.stringMatching(/^.+ was op \d\d-\d\d-\d{4}\. Toch inschrijven\?$/)]) // prettier-ignore
  })

  it('offer no enrolling and reserving where nobody gets in any more', async () => {
    const { parts } = await addPlanning(app)
    const offered = async () => (await planner.get(`/calendar/${parts[0]!}/places`)).$('a').length
    expect(await offered()).toBe(2)
    for (const status of ['cancelled', 'done']) {
      await app.db.updateTable('appointments').set({ status }).where('id', '=', parts[0]!).execute()
      expect(await offered(), status).toBe(0)
    }
  })

  it('can be unsubscribed and moved once some are ticked [T-104][M-052][M-053]', async () => {
    const table = await planner.get(`/calendar/${app.story.appointments.coming}/students/table?embed=1`)
    const bulk = table
      .$('[data-bulk]')
      .toArray()
      .map((button) => JSON.parse(table.$(button).attr('data-bulk')!) as { label: string; url: string })
    expect(bulk.map(({ label, url }) => [label, url])).toEqual([
      ['Cursisten verplaatsen', '/calendar/moveStudents'],
      ['Uitschrijven', '/calendar/unsubscribeStudents'],
    ])
    const row = JSON.parse(table.$('tr[data-id] [data-menu]').first().attr('data-menu')!) as {
      label: string
      url: string
    }[]
    expect(row.map(({ label }) => label)).toEqual([
      'Bericht sturen',
      'Verplaatsen',
      'Vervangen',
      'Factuur naar',
      'Uitschrijven',
    ])
    for (const { url } of row) expect((await planner.get(url)).status, url).toBe(200)
    // Who may do less is offered less.
    const offered = async (role: number) => {
      const { $ } = await (await app.as(role)).get(`/calendar/${app.story.appointments.coming}/students/table?embed=1`)
      const menus = $('tr[data-id] [data-menu]').toArray()
      return menus.flatMap((menu) =>
        (JSON.parse(menu.attribs['data-menu']!) as { label: string }[]).map((a) => a.label),
      )
    }
    expect(new Set(await offered(4))).toEqual(new Set(['Vervangen', 'Uitschrijven']))
    for (const role of [3, 5]) expect([role, await offered(role)]).toEqual([role, []])
    expect(namesIn(table)).toHaveLength(9)
    expect(table.text).toContain('Vegetarische lunch')
  })

  it('shows a supervisor only own people, a student only himself, and a lotus nobody', async () => {
    const path = `/calendar/${app.story.appointments.coming}/students/table?embed=1`
    const own = namesIn(await (await app.as(4)).get(path))
    expect(own).toContain('ALAnouk van der Linden')
    expect(own.join()).not.toContain('Gerrit')
    expect(namesIn(await (await app.as(5)).get(path))).toEqual(['BLBram ter Linde'])
    expect(namesIn(await (await app.as(6)).get(path))).toEqual([])
    for (const role of [4, 5]) expect((await (await app.as(role)).get(path)).text).not.toContain('Vegetarische lunch')
  })

  it('have yes and no in their row from the day itself, by the command and the rights of the results, to be taken back', async () => {
    const { parts } = await addPlanning(app, { inDays: -3, status: 'executed' })
    const part = parts[0]!
    const [one] = await addPeople(app, 1)
    await put(app, parts, [one!])
    const table = async (browser = planner, id = part) => browser.get(`/calendar/${id}/students/table?embed=1`)
    const buttons = async () => {
      const { $ } = await table()
      return $('.yn button')
        .toArray()
        .map((button) => ({
          text: $(button).text(),
          of: $(button).parent().attr('aria-label')!.split(',')[0],
          pressed: $(button).attr('aria-pressed') === 'true',
          url: $(button).attr('data-post')!,
          fields: JSON.parse($(button).attr('data-fields')!) as Record<string, string>,
        }))
    }
    const press = async (of: string, text: string) => {
      const { url, fields } = (await buttons()).find((button) => button.of === of && button.text === text)!
      return planner.post(url, fields)
    }
    const pressed = async () =>
      (await buttons()).filter(({ pressed }) => pressed).map(({ of, text }) => `${of} ${text}`)
    expect(await pressed()).toEqual([])
    // The rules are those of the results: who passed was there, who was not there has not passed.
    const saved = await press('Geslaagd', 'Ja')
    expect(saved.trigger.changed?.items.map(({ type }) => type)).toContain('enrolment')
    expect(await pressed()).toEqual(['Aanwezig Ja', 'Geslaagd Ja'])
    await press('Aanwezig', 'Nee')
    expect(await pressed()).toEqual(['Aanwezig Nee', 'Geslaagd Nee'])
    await press('Aanwezig', 'Nee')
    expect(await pressed()).toEqual([])
    await press('Geslaagd', 'Nee')
    expect(await pressed()).toEqual(['Aanwezig Ja', 'Geslaagd Nee'])
    // No message for each of many, but a line among the last actions.
    const { rows: sets } = await app.pool.query<{ change_set: number; label: string }>(
      'select change_set, label from undoable_sets order by change_set desc limit 1',
    )
    expect(sets[0]!.label).toBe('Aanwezigheid en resultaten opgeslagen')
    expect((await planner.post(`/undo/${sets[0]!.change_set}`)).status).toBeLessThan(300)
    expect(await pressed()).toEqual([])
    // Nobody chooses before the day, nor without the right to.
    const coming = app.story.appointments.coming
    for (const [role, id] of [
      [2, coming],
      [3, coming],
      [4, app.story.appointments.toFinish],
    ] as const)
      expect((await table(await app.as(role), id)).$('.yn').length, String(role)).toBe(0)
    expect((await table(await app.as(3), app.story.appointments.toFinish)).$('.yn').length).toBeGreaterThan(0)
  })

  it('says of a planning with others only that nobody is of the supervisor', async () => {
    const planning = await addPlanning(app)
    await put(app, planning.parts, await addPeople(app, 1))
    const title = async (role: number, part: number) =>
      (await (await app.as(role)).get(`/calendar/${part}/students/table?embed=1`)).$('.empty b').text()
    expect(await title(4, planning.parts[0]!)).toBe('Nog niemand van uw mensen')
    expect(await title(2, (await addPlanning(app)).parts[0]!)).toBe('Nog geen cursisten')
  })

  it('costs the same number of queries for five students as for thirty', async () => {
    const [few, many] = [await addPlanning(app, { max: 40 }), await addPlanning(app, { max: 40 })]
    await put(app, few.parts, await addPeople(app, 5))
    await put(app, many.parts, await addPeople(app, 30))
    const path = (part: number) => `/calendar/${part}/students/table?embed=1`
    await planner.get(path(few.parts[0]!))
    const [a, b] = [
      await countQueries(app, () => planner.get(path(few.parts[0]!))),
      await countQueries(app, () => planner.get(path(many.parts[0]!))),
    ]
    expect(a).toBe(b)
  })
})

describe('the note on a student', () => {
  it('is saved for planners and for the teacher of the part, and shown while typing [R-033]', async () => {
    const { coming, foreign } = app.story.appointments
    const { anouk } = app.story.contacts
    const save = (browser: Browser, part: number, notes: string) =>
      browser.post(`/calendar/saveStudentNotes2/${part}/${anouk}`, { notes })
    const teacher = await app.as(3)
    expect((await teacher.get(`/calendar/studentNotes/${coming}/${anouk}`)).$('textarea').attr('data-autosave')).toBe(
      `/calendar/saveStudentNotes2/${coming}/${anouk}`,
    )
    expect((await save(teacher, coming, 'x'.repeat(2001))).text).toMatch(/^{"notes":\["Opmerking |opmerking/)
    const note = async () =>
      (
        await app.db
          .selectFrom('enrolments')
          .select('note')
          .where('appointment_id', '=', coming)
          .where('contact_id', '=', anouk)
          .executeTakeFirstOrThrow()
      ).note
    expect((await save(teacher, coming, 'Komt later')).status).toBe(204)
    expect(await note()).toBe('Komt later')
    expect((await save(planner, coming, 'Komt toch op tijd')).trigger.changed?.items).toMatchObject([
      { type: 'enrolment' },
    ])
    expect(await note()).toBe('Komt toch op tijd')
    expect((await save(planner, foreign, 'Is daar niet')).status).toBe(404)
    expect((await save(teacher, foreign, 'Mag daar niet')).status).toBe(404)
    expect((await save(await app.as(4), coming, 'Mag niet')).status).toBe(403)
    expect((await save(planner, coming, 'x'.repeat(2001))).status).toBe(422)
    expect(await note()).toBe('Komt toch op tijd')
    const seen = (text: string, notes: string) =>
      teacher.post(`/calendar/saveStudentNotes2/${coming}/${anouk}`, { notes, seen: text })
    const refused = await seen('Komt later', 'Is ziek')
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ stale: { fields: { notes: ['Is ziek', 'Komt toch op tijd'] } } })
    expect(await note()).toBe('Komt toch op tijd')
    expect((await seen('Komt toch op tijd', 'Is ziek')).status).toBe(204)
    expect(await note()).toBe('Is ziek')
  })
})

describe('a contact with enrolments', () => {
  it('shows them first, beside the facts', async () => {
    const { anouk } = app.story.contacts
    const popup = await planner.get(`/contact/view/${anouk}`)
    expect(popup.$('.record-main [data-region]').attr('data-region')).toBe(`/contact/${anouk}/enrolments?embed=1`)
    expect(popup.$('[data-item="enrolments"]')).toHaveLength(0)
    const table = await planner.get(`/contact/${anouk}/enrolments?embed=1`)
    expect(namesIn(table).filter((name) => name.startsWith('BHV basis'))).not.toEqual([])
    const when = table.$('[data-rows] tr').first().find('td').eq(2)
    expect(when.text()).toMatch(/^\w\w \d\d-\d\d-\d{4} \d\d:\d\d–\d\d:\d\d$/)
    expect(when.find('.c-sub').text()).toMatch(/^\d\d:\d\d–\d\d:\d\d$/)
  })

  it('shows who is no planner no number of a planning in it, and a student no status either [T-194][T-195][T-196]', async () => {
    const { student } = app.story.contacts
    const heads = async (role: number) => {
      const browser = await app.as(role)
      const { $ } = await browser.get(`/contact/${role === 4 ? app.story.contacts.anouk : student}/enrolments`)
      const found = $('thead th')
        .toArray()
        .map((head) => $(head).text().trim())
      return ['Status', 'Planning'].filter((name) => found.includes(name))
    }
    expect(await Promise.all([2, 4, 5].map(heads))).toEqual([['Status', 'Planning'], ['Status'], []])
  })

  it('cannot be deactivated while something is planned, and is told how much [T-110][T-221][M-059]', async () => {
    const [person] = await addPeople(app, 1)
    const open = await addPlanning(app, { components: [null, null] })
    const incompany = await addPlanning(app, { incompany: app.story.companies.vanLoon })
    const past = await addPlanning(app, { inDays: -40, status: 'done' })
    const cancelled = await addPlanning(app, { status: 'cancelled' })
    await put(app, [...open.parts, ...incompany.parts, ...past.parts, ...cancelled.parts], [person!])
    const answer = await planner.post('/contact/disable', { id: person! })
    expect(answer.status).toBe(409)
    expect(answer.trigger.flash?.str).toContain('Deactiveren niet mogelijk: 1 inschrijving en 1 incompany training')
    const reasons = await planner.get(`/ajax/getDeletionPreventors/contact/${person}`)
    expect(reasons.json<{ reasons: { label: string; count: number }[] }>().reasons).toMatchObject([
      { label: 'Inschrijvingen', count: 3 },
      { label: 'Incompany trainingen', count: 1 },
    ])
  })

  it('can be deactivated but not deleted once all of it is past', async () => {
    const [person] = await addPeople(app, 1)
    const past = await addPlanning(app, { inDays: -40, status: 'done' })
    await put(app, past.parts, [person!])
    const reasons = [
      { label: 'Inschrijvingen', one: 'inschrijving', count: 1, url: `/contact/view/${person}?item=enrolments` },
    ]
    expect((await planner.get(`/ajax/getDeletionPreventors/contact/${person}`)).json()).toEqual({ reasons })
    const deleted = await planner.post('/contact/delete', { id: person! })
    expect([deleted.status, deleted.json()]).toEqual([409, expect.objectContaining({ reasons })])
    expect((await planner.post('/contact/disable', { id: person! })).status).toBe(204)
  })

  it('keeps the company from being deleted', async () => {
    const [person] = await addPeople(app, 1)
    const company = (await planner.post('/company/add', { name: 'Nieuw bedrijf', country_code: 'NL' })).json<{
      id: number
    }>()
    const { parts } = await addPlanning(app)
    await put(app, parts, [person!])
    await app.db.updateTable('enrolments').set({ company_id: company.id }).where('contact_id', '=', person!).execute()
    const answer = await planner.post('/company/delete', { id: company.id })
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({ reasons: [{ label: 'Inschrijvingen', count: 1 }] })
  })
})
