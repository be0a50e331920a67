// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate, formatTime } from '../../src/platform/format/format.ts'
import { instantOf } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addPart } from '../support/builders.ts'
import { optionsOf } from '../support/options.ts'
import { asked, questionOf } from '../support/question.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

type Form = Record<string, FormValue>
const ROOM = 1
const url = (part: number) => `/calendar/edit-appointment/${part}`
const partOf = (id: number) =>
  app.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const responsiblesOf = (id: number) =>
  app.db
    .selectFrom('appointment_responsibles')
    .select(['contact_id', 'role_id', 'starts_at', 'ends_at'])
    .where('appointment_id', '=', id)
    .orderBy('contact_id')
    .execute()

/** A planned part from 09:00 to 13:00 on a day of its own. */
async function planned(day: string): Promise<number> {
  const group_id = await addEmptyPlanning(app.db, app.story.courses.bhv)
  return addPart(app.db, { group_id, starts_at: instantOf(day, '09:00')!, status: 'planned', max_count: 12 })
}

/** What the edit form sends when nothing is changed, with changes. */
async function form(part: number, more: Form = {}): Promise<Form> {
  const row = await partOf(part)
  const at = (moment: Date) => `${formatDate(moment)} ${formatTime(moment)}`
  return {
    version: row.version,
    description: row.description,
    status: row.status,
    start_datetime: at(row.starts_at),
    end_datetime: at(row.ends_at),
    max_count: row.max_count,
    room_id: row.room_id ?? '-1',
    ...more,
  }
}
const person = (i: number, contact: number, role: number, times?: [string, string]): Form => ({
  [`responsibles[${i}][contact_id]`]: contact,
  [`responsibles[${i}][role_id]`]: role,
  ...(times ? { [`responsibles[${i}][starts_at]`]: times[0], [`responsibles[${i}][ends_at]`]: times[1] } : {}),
})
const save = async (part: number, more: Form = {}, browser = planner) => browser.post(url(part), await form(part, more))

describe('editing a part', () => {
  it('calls what is wrong by its label, also where the form calls it otherwise than the part', async () => {
    const refused = await save(app.story.appointments.coming, { start_datetime: '', end_datetime: 'straks' })
    expect([refused.status, Object.values(refused.json<Record<string, string[]>>()).flat().sort()]).toEqual([
      422,
      ['Begin is geen geldige datum (dd-mm-jjjj).', 'Einde is geen geldige datum (dd-mm-jjjj).'],
    ])
  })

  it('asks for up to 1000 people to choose a responsible from [P-255]', async () => {
    const { $ } = await planner.get(url(app.story.appointments.coming))
    const asked = $('select[name$="[contact_id]"]')
      .get()
      .map((field) => JSON.parse($(field).attr('data-selector')!) as { type: string; limit: number })
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter(({ type, limit }) => type !== 'contact' || limit !== 1000)).toEqual([])
  })

  it('assigns teachers and others, each with their role and a lotus with own times [T-002][T-059]', async () => {
    const { teacher, lotus } = app.story.contacts
    const part = await planned('2034-01-09')
    const more = { ...person(0, teacher, 3), ...person(1, lotus, 6, ['09-01-2034 10:00', '09-01-2034 12:00']) }
    expect((await save(part, more)).status).toBe(204)
    expect(await responsiblesOf(part)).toEqual([
      { contact_id: teacher, role_id: 3, starts_at: null, ends_at: null },
      {
        contact_id: lotus,
        role_id: 6,
        starts_at: instantOf('2034-01-09', '10:00'),
        ends_at: instantOf('2034-01-09', '12:00'),
      },
    ])
    const described = (await planner.get(`/ajax/getAppointment/${part}`)).json<{ responsibles: object[] }>()
    expect(described.responsibles).toMatchObject([
      { id: teacher, link: { role_id: 3, starts_at: null, ends_at: null } },
      {
        id: lotus,
        link: { role_id: 6, starts_at: '2034-01-09T09:00:00.000Z', ends_at: '2034-01-09T11:00:00.000Z' },
      },
    ])
    expect((await save(part, person(0, lotus, 6))).status).toBe(204)
    expect(await responsiblesOf(part)).toEqual([{ contact_id: lotus, role_id: 6, starts_at: null, ends_at: null }])
  })

  it.each([
    ['who is neither teacher nor lotus', (): Form => person(0, app.story.contacts.anouk, 3), 'contact_id'],
    ['a teacher as lotus', (): Form => person(0, app.story.contacts.teacher, 6), 'contact_id'],
    ['who does not exist', (): Form => person(0, 2_000_000, 3), 'contact_id'],
    [
      'a teacher with own times',
      (): Form => person(0, app.story.contacts.teacher, 3, ['10-01-2034 10:00', '10-01-2034 11:00']),
      'role_id',
    ],
    [
      'a lotus who stays longer than the part',
      (): Form => person(0, app.story.contacts.lotus, 6, ['10-01-2034 10:00', '10-01-2034 14:00']),
      'starts_at',
    ],
    [
      'a lotus who comes when the part is over',
      (): Form => person(0, app.story.contacts.lotus, 6, ['10-01-2034 17:00', '']),
      'starts_at',
    ],
    [
      'a lotus who goes before the part begins',
      (): Form => person(0, app.story.contacts.lotus, 6, ['', '10-01-2034 07:00']),
      'starts_at',
    ],
  ])('refuses a responsible %s', async (_what, rows, field) => {
    const part = await planned('2034-01-10')
    const answer = await save(part, rows())
    expect([answer.status, Object.keys(answer.json())]).toEqual([422, [`responsibles.0.${field}`]])
    expect(await responsiblesOf(part)).toEqual([])
  })

  it('keeps a responsible who has left since', async () => {
    const part = await planned('2034-01-11')
    const gone = await addContact(app.db, { roles: [3] })
    expect((await save(part, person(0, gone, 3))).status).toBe(204)
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', gone).execute()
    expect((await save(part, { ...person(0, gone, 3), description: 'Herhaling' })).status).toBe(204)
    expect((await save(await planned('2034-01-12'), person(0, gone, 3))).status).toBe(422)
  })

  it('goes to a room that is used, and to no other', async () => {
    const part = await planned('2034-01-13')
    const closed = await app.db
      .insertInto('rooms')
      .values({ establishment_id: app.story.establishments.zwolle, name: 'Lokaal 9', active: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const room of [closed.id, 2_000_000])
      expect((await save(part, { room_id: room })).json()).toEqual({ room_id: ['Maak een keuze'] })
    expect((await partOf(part)).room_id).toBeNull()
  })

  it('tells the second of two people what the first one saved', async () => {
    const part = await planned('2034-01-16')
    const loaded = await form(part)
    expect((await save(part, { description: 'Ochtend' })).status).toBe(204)
    const answer = await planner.post(url(part), { ...loaded, description: 'Middag' })
    expect([answer.status, answer.json<{ stale: { fields: object } }>().stale.fields]).toEqual([
      409,
      { description: ['Middag', 'Ochtend'] },
    ])
    expect((await partOf(part)).description).toBe('Ochtend')
  })
})

describe('an address from before the rule on postal codes', () => {
  it('stays while the part is edited elsewhere', async () => {
    const part = await planned('2031-05-13')
    await app.db.updateTable('appointments').set({ postal_code: '99' }).where('id', '=', part).execute()
    expect((await save(part, { postal_code: '98' })).status).toBe(422)
    expect((await save(part, { postal_code: '99', max_count: 13 })).status).toBe(204)
    expect(await partOf(part)).toMatchObject({ postal_code: '99', max_count: 13 })
  })
})

describe('a double booking by an edit', () => {
  it('names the room, the person and the planning, until it is confirmed', async () => {
    const { teacher } = app.story.contacts
    const first = await planned('2034-02-06')
    await save(first, { room_id: ROOM, ...person(0, teacher, 3) })
    const second = await planned('2034-02-06')
    const wish = { room_id: ROOM, ...person(0, teacher, 3) }
    const question = questionOf(await save(second, wish))
    const other = 'Onderdeel, ma 06-02-2034, 09:00–13:00'
    const lines = [
      `Jeroen van Dijk is bezet op de volgende planningen: ${other}.`,
      `Zwolle, lokaal 1 is bezet op de volgende planningen: ${other}.`,
    ]
    expect(question.lines!.map(({ text }) => text)).toEqual(lines)
    expect(question.fields).toEqual({ 'responsibles.0.contact_id': [lines[0]], room_id: [lines[1]] })
    expect((await save(second, { ...wish, [question.field]: question.value })).status).toBe(204)
  })

  it('is seen with another part of the same planning, and is none with the part itself', async () => {
    const first = await planned('2034-02-07')
    const { group_id } = await partOf(first)
    const sibling = await addPart(app.db, { group_id, starts_at: instantOf('2034-02-07', '12:00')!, status: 'planned' })
    expect((await save(first, { room_id: ROOM })).status).toBe(204)
    expect((await save(first, { room_id: ROOM, description: 'Zelfde lokaal' })).status).toBe(204)
    expect((await save(sibling, { room_id: ROOM })).status).toBe(409)
  })

  it('counts the own times of a lotus only, on both sides [T-059]', async () => {
    const { lotus } = app.story.contacts
    const [first, second] = [await planned('2034-02-08'), await planned('2034-02-08')]
    const at = (from: string, to: string) =>
      person(0, lotus, 6, [`08-02-2034 ${from}`, `08-02-2034 ${to}`] as [string, string])
    expect((await save(first, at('09:00', '10:30'))).status).toBe(204)
    expect((await save(second, at('10:30', '12:00'))).status).toBe(204)
    const answer = await save(second, at('10:00', '12:00'))
    expect(asked(answer)).toEqual([
      'Olaf Meijer is bezet op de volgende planningen: Onderdeel, wo 08-02-2034, 09:00–10:30.',
    ])
  })

  it('is none for a part that is being cancelled', async () => {
    const [first, second] = [await planned('2034-02-09'), await planned('2034-02-09')]
    expect((await save(first, { room_id: ROOM })).status).toBe(204)
    expect((await save(second, { room_id: ROOM, status: 'cancelled' })).status).toBe(204)
  })

  it('does not slip through when several edits or plannings are saved at the same moment', async () => {
    const { teacher } = app.story.contacts
    const other = await app.as(1)
    const wish = { room_id: ROOM, ...person(0, teacher, 3) }
    const parts = await Promise.all(Array.from({ length: 5 }, () => planned('2034-02-10')))
    const answers = await Promise.all([
      ...parts.map((part, i) => save(part, wish, i % 2 === 0 ? planner : other)),
      planner.post('/calendar/add', {
        course_id: 1,
        'appointments[0][enabled]': 1,
        'appointments[0][course_component_id]': 11,
        'appointments[0][start_datetime]': '10-02-2034 09:00',
        'appointments[0][end_datetime]': '10-02-2034 13:00',
        'appointments[0][room_id]': ROOM,
        'appointments[0][responsibles][]': teacher,
      }),
    ])
    expect(answers.map(({ status }) => (status < 300 ? 'saved' : status)).sort()).toEqual([
      409,
      409,
      409,
      409,
      409,
      'saved',
    ])
    const busy = await app.db
      .selectFrom('appointment_responsibles')
      .innerJoin('appointments', 'appointments.id', 'appointment_id')
      .select('appointments.id')
      .where('contact_id', '=', teacher)
      .where('appointments.starts_at', '=', instantOf('2034-02-10', '09:00')!)
      .execute()
    expect(busy).toHaveLength(1)
  })
})

describe('the popup of a part', () => {
  const url = (part: number) => `/calendar/view-appointment/${part}`
  const tabs = async (role: number, part: number) => {
    const { $ } = await (await app.as(role)).get(url(part))
    return $('[role="tab"]')
      .toArray()
      .map((tab) => $(tab).attr('data-item'))
  }

  const headings = ($: Answer['$']) =>
    $('.record-rail h3')
      .toArray()
      .map((heading) => $(heading).text())

  it('shows its students, its teachers and its note to who may see them, whatever tab is asked for', async () => {
    const part = app.story.appointments.coming
    const shown = async (role: number, item = '') => {
      const { $ } = await (await app.as(role)).get(`${url(part)}${item}`)
      const students = $(`.record-main [data-region="/calendar/${part}/students/table?embed=1"]`).length === 1
      const teacher = $('.record-rail dt').text().includes('Docent')
      return { students, teacher, headings: headings($) }
    }
    const planning = { students: true, teacher: true, headings: ['Nog te doen', 'Opmerking', 'Notities'] }
    for (const item of ['', '?item=students', '?item=responsibles', '?item=notes', '?item=object-notes'])
      expect(await shown(2, item)).toEqual(planning)
    expect(await shown(3)).toEqual({ students: true, teacher: false, headings: ['Opmerking', 'Notities'] })
    for (const role of [4, 5]) expect(await shown(role)).toEqual({ students: true, teacher: false, headings: [] })
    expect(await shown(6)).toEqual({ students: false, teacher: false, headings: [] })
  })

  it('has tabs, those of its viewer [R-031][S-040]', async () => {
    const part = app.story.appointments.coming
    expect(await tabs(2, part)).toEqual([
      'overview',
      'waiting',
      'teachers',
      'certificates',
      'registers',
      'checklist',
      'messages',
      'documents',
      'tasks',
      'history',
    ])
    // Nobody waits or was asked, and there is no certificate; documents are named by the specification of this screen.
    const row = (await planner.get(url(part))).$
    const isOut = (item: string) => row(`[data-item=${item}]`).attr('hidden') !== undefined
    const out = ['waiting', 'teachers', 'certificates', 'documents', 'messages', 'tasks'].filter(isOut)
    expect(out).toEqual(['waiting', 'teachers', 'certificates', 'tasks'])
    expect(await tabs(6, part)).toEqual(['overview'])
    // What goes by itself stands above what went, and each address leads there.
    const blocks = ['moments', ''].map((kind) => `/messages/${kind ? `${kind}/` : ''}of/appointment/${part}`)
    for (const item of ['messages', 'moments']) {
      const shown = (await planner.get(`${url(part)}?item=${item}`)).$
      expect(shown('[role=tab][aria-selected=true]').text()).toContain('Berichten')
      expect(
        shown('[data-item-body] [data-region]')
          .toArray()
          .map((one) => shown(one).attr('data-region')),
      ).toEqual(blocks)
    }
    const { $ } = await planner.get(url(part))
    // Its own note and the notes that people write about it are called differently.
    expect(headings($)).toEqual(['Nog te doen', 'Opmerking', 'Notities'])
    expect($('.popup-title').text()).toContain('BHV')
    expect($('.popup-sub').text()).toContain(`Planning ${app.story.plannings.coming}`)
  })

  it('leads to what is looked at and printed of it, for who teaches or plans', async () => {
    const part = app.story.appointments.coming
    const links = async (role: number) =>
      optionsOf(await (await app.as(role)).get(url(part))).map((option) => option.url)
    const papers = ['getPresenceViewer', 'getPrintPresenceForm', 'getPrintCompetencyForm']
    const urls = papers.map((path) => `/calendar/${path}/${part}`)
    for (const role of [2, 3]) expect(await links(role)).toEqual(expect.arrayContaining(urls))
    for (const role of [4, 5, 6]) expect((await links(role)).filter((link) => urls.includes(link))).toEqual([])
    expect(await links(2)).toContain(`/calendar/getPrintCertificateForm/${part}`)
    expect(await links(3)).not.toContain(`/calendar/getPrintCertificateForm/${part}`)
  })

  it('lists the students of the part, with what can be done with some of them [S-041]', async () => {
    const part = app.story.appointments.coming
    const tab = await planner.get(`/calendar/${part}/students?embed=1`)
    expect(tab.$(`[data-region^="/calendar/${part}/students/table"]`)).toHaveLength(1)
    const { text, $ } = await planner.get(`/calendar/${part}/students/table?embed=1`)
    expect($('tbody tr[data-id]')).toHaveLength(9)
    for (const label of ['Uitschrijven', 'Cursisten verplaatsen']) expect(text).toContain(label)
    const places = await planner.get(`/calendar/${part}/places`)
    for (const label of ['Inschrijven', 'Reserveren']) expect(places.text).toContain(label)
  })

  it('is read by other screens as JSON, reduced by role [R-029]', async () => {
    const part = app.story.appointments.coming
    const read = async (role: number) =>
      (await (await app.as(role)).get(`/calendar/ajaxGetAppointment/${part}/courses`)).json<Record<string, unknown>>()
    expect(await read(2)).toMatchObject({
      id: part,
      appointment_group_id: app.story.plannings.coming,
      max_count: 14,
      student_count: 11,
      freeSpace: 3,
      course: { id: app.story.courses.bhv, online: 0 },
    })
    expect(Object.keys(await read(4))).toEqual(expect.arrayContaining(['freeSpace', 'status_description']))
    for (const hidden of ['appointment_group_id', 'teachers', 'room_description', 'course_code'])
      expect(await read(4)).not.toHaveProperty(hidden)
    expect(await read(5)).not.toHaveProperty('freeSpace')
  })

  it('has a note that is read, added, edited, and left as it was', async () => {
    const part = await planned('2034-03-06')
    const read = async () => (await planner.get(`${url(part)}?item=notes`)).$
    expect((await read())('.rail-block').text()).toContain('Nog geen opmerking')
    const add = await planner.get(`/calendar/note/${part}`)
    expect(add.$('.popup-title').text()).toBe('Opmerking toevoegen')
    expect(add.$('button[data-popup-close]').text()).toContain('Annuleren')
    const { version } = await partOf(part)
    const saved = await planner.post(`/calendar/note/${part}`, { version, was: '', note: 'Sleutel bij de receptie' })
    expect(saved.trigger.flash?.str).toBe('Opmerking opgeslagen')
    expect((await read())('.prewrap').text()).toBe('Sleutel bij de receptie')
    expect((await planner.get(`/calendar/note/${part}`)).$('textarea').text()).toBe('Sleutel bij de receptie')
  })

  it('keeps a note that somebody else changed meanwhile, and minds no other change', async () => {
    const part = await planned('2034-03-07')
    const { version } = await partOf(part)
    expect((await save(part, { description: 'Iets anders' })).status).toBe(204)
    const note = (text: string, was: string) => planner.post(`/calendar/note/${part}`, { version, was, note: text })
    expect((await note('Eerste', '')).status).toBe(204)
    const answer = await note('Tweede', '')
    expect([answer.status, answer.json<{ stale: { fields: object } }>().stale.fields]).toEqual([
      409,
      { note: ['Tweede', 'Eerste'] },
    ])
    expect((await partOf(part)).note).toBe('Eerste')
  })

  it('is refused about a student who is no longer in it, in words', async () => {
    const part = app.story.appointments.coming
    const nobody = await planner.post(`/calendar/saveStudentNotes2/${part}/2000000000`, { notes: 'Te laat' })
    expect([nobody.status, nobody.json()]).toEqual([404, { message: 'Cursist niet gevonden.' }])
  })

  it('shows its students, a note to read, add, edit or leave, and has a tab for documents with filters [T-018]', async () => {
    const part = await planned('2034-03-08')
    expect(await tabs(2, part)).toEqual(expect.arrayContaining(['overview', 'documents']))
    expect((await planner.get(url(part))).$(`.record-main [data-region*="/${part}/students/table"]`)).toHaveLength(1)
    const linkIn = async (address: string, selector: string) =>
      String((await planner.get(address)).$(selector).attr('data-region'))
    const students = await planner.get(
      await linkIn(`/calendar/${part}/students?embed=1`, '[data-region*="/students/table"]'),
    )
    expect(students.$('[data-rows]')).toHaveLength(1)
    const noteLink = async () => (await planner.get(`${url(part)}?item=notes`)).$('a[href^="/calendar/note/"]')
    expect((await noteLink()).attr('aria-label')).toBe('Opmerking toevoegen')
    const note = await planner.get(`/calendar/note/${part}`)
    expect(note.$('button[data-popup-close]').text()).toContain('Annuleren')
    const { version } = await partOf(part)
    await planner.post(`/calendar/note/${part}`, { version, was: '', note: 'Sleutel halen' })
    expect((await planner.get(`${url(part)}?item=notes`)).$('.prewrap').text()).toBe('Sleutel halen')
    expect((await noteLink()).attr('aria-label')).toBe('Opmerking wijzigen')
    const documents = await planner.get(
      await linkIn(`/documents/of/appointment/${part}`, '[data-region^="/documents?"]'),
    )
    const filters = documents.$('form[data-filters] [name]').toArray()
    expect(filters.map((field) => documents.$(field).attr('name'))).toEqual(
      expect.arrayContaining(['search', 'type_id', 'external']),
    )
  })

  it('is edited in two tabs, one for its responsibles [T-019][S-042]', async () => {
    const { $ } = await planner.get(`/calendar/edit-appointment/${app.story.appointments.coming}`)
    const shown = $('[data-panels] [role="tab"]').toArray()
    expect(shown.map((tab) => $(tab).clone().children().remove().end().text())).toEqual([
      'Gegevens',
      'Verantwoordelijken',
    ])
    const panel = $(`#${$(shown[1]).attr('aria-controls')}`)
    expect(panel.find('[name="responsibles[0][contact_id]"]')).toHaveLength(1)
    expect(panel.find('[name="description"]')).toHaveLength(0)
    // Both are inside the one form, so that one save keeps both.
    expect($('form [data-panels]')).toHaveLength(1)
  })
})
