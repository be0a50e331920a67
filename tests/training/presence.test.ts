import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundsOf } from '../../public/js/presence/strokes.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPassedPlanning, addResponsible } from '../support/builders.ts'
import { optionsOf } from '../support/options.ts'
import { readPdf } from '../support/pdf.ts'
import { type HeldPlanning, addHeldPlanning, resultsOf } from './held-planning.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  ;[planner, teacher] = [await app.as(2), await app.as(3)]
})
afterAll(() => app.close())

/** The smallest image a browser makes: one pixel. */
const WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
const OTHER_WEBP = 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA='
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const dataUrl = (base64: string, type = 'webp') => `data:image/${type};base64,${base64}`

const { anouk, gerrit, student } = { anouk: 'Anouk van der Linden', gerrit: 'Gerrit', student: 'Bram ter Linde' }
const signing = (planning: HeldPlanning, contact: number) =>
  `/calendar/signatureInterface/${planning.parts[0]}/${contact}`

async function fetchPdf(browser: Browser, path: string) {
  const response = await fetch(app.url + path, { headers: { cookie: browser.cookie } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = readPdf(Buffer.from(await response.arrayBuffer()))
  return { disposition: response.headers.get('content-disposition'), pages: pdf.pages, lines: pdf.pages.flat(), pdf }
}

describe('the presence list', () => {
  const url = (part: number) => `/calendar/generatePresenceList/${part}`

  it('names everybody in the part, with company and room to sign [R-036]', async () => {
    const { contacts } = app.story
    const planning = await addHeldPlanning(app)
    await teacher.post(signing(planning, contacts.anouk), { signature: dataUrl(WEBP) })
    const { lines, disposition, pdf } = await fetchPdf(planner, url(planning.parts[0]!))
    expect(disposition).toMatch(/^attachment; filename=presentielijst-/)
    expect(pdf.info.Title).toBe('Presentielijst')
    expect(lines).toEqual(
      expect.arrayContaining([
        'Presentielijst',
        String(planning.planningId),
        'Jeroen van Dijk',
        anouk,
        student,
        'Handtekening',
      ]),
    )
    expect(lines.some((line) => line.includes(gerrit))).toBe(true)
    expect(lines.filter((line) => line.startsWith('Getekend op '))).toHaveLength(1)
  })

  it('is shown in the browser with the stream flag, and holds the chosen students alone [T-208]', async () => {
    const planning = await addHeldPlanning(app)
    const { disposition, lines } = await fetchPdf(
      planner,
      `${url(planning.parts[0]!)}?stream=1&students=${app.story.contacts.anouk}`,
    )
    expect(disposition).toMatch(/^inline; /)
    expect(lines).toContain(anouk)
    expect(lines).not.toContain(student)
  })

  it('shows a supervisor the own people, a student themselves and a lotus nothing', async () => {
    const planning = await addHeldPlanning(app)
    await addResponsible(app.db, {
      appointment_id: planning.parts[0]!,
      contact_id: app.story.contacts.lotus,
      role_id: 6,
    })
    const own = await fetchPdf(await app.as(5), url(planning.parts[0]!))
    expect(own.lines).toContain(student)
    for (const hidden of [anouk, String(planning.planningId), 'Jeroen van Dijk'])
      expect(own.lines).not.toContain(hidden)
    const supervised = await fetchPdf(await app.as(4), url(planning.parts[0]!))
    expect(supervised.lines).toContain(anouk)
    expect(supervised.lines.some((line) => line.includes(gerrit))).toBe(false)
    expect((await (await app.as(6)).get(url(planning.parts[0]!))).status).toBe(404)
  })

  it('says so when nobody is enrolled', async () => {
    const empty = await addHeldPlanning(app, { students: [] })
    expect((await fetchPdf(planner, url(empty.parts[0]!))).lines).toContain('Er zijn nog geen cursisten ingeschreven.')
  })
})

describe('the competency list', () => {
  it('has a column per part with what is known of each student [R-037][T-208]', async () => {
    const { contacts } = app.story
    const planning = await addHeldPlanning(app, { parts: 2 })
    const set = (part: number, contact: number, present: 0 | 1, passed: 0 | 1) =>
      app.db
        .updateTable('enrolments')
        .set({ present, passed })
        .where('appointment_id', '=', planning.parts[part]!)
        .where('contact_id', '=', contact)
        .execute()
    await set(0, contacts.anouk, 1, 1)
    await set(1, contacts.anouk, 1, 0)
    await set(0, contacts.student, 0, 0)
    const url = `/calendar/generateCompetencyList/${planning.parts[1]}`
    const { lines, disposition, pdf } = await fetchPdf(planner, `${url}?stream=1`)
    expect(disposition).toMatch(/^inline; filename=competentielijst-/)
    expect(pdf.sizes[0]![0]).toBeGreaterThan(pdf.sizes[0]![1])
    expect(lines).toEqual(
      expect.arrayContaining(['Competentielijst', 'Deel 1', 'Deel 2', 'Voldoende', 'Onvoldoende', 'Afwezig']),
    )
    expect((await fetchPdf(planner, url)).disposition).toMatch(/^attachment; /)
  })
})

describe('the presence viewer', () => {
  it('shows every student part by part, with the signatures [R-038][S-044]', async () => {
    const { contacts } = app.story
    const planning = await addHeldPlanning(app, { parts: 2 })
    await teacher.post(signing(planning, contacts.anouk), { signature: dataUrl(WEBP) })
    const { $, status } = await teacher.get(`/calendar/getPresenceViewer/${planning.parts[0]}`)
    expect(status).toBe(200)
    const cells = $('tbody tr')
      .toArray()
      .filter((row) => $(row).find('.c-main').text() === anouk)
      .flatMap((row) => $(row).find('.presence-cell > span:first-child').toArray())
      .map((cell) => $(cell).text())
    expect(cells).toEqual(['Ja', 'Niet ingevuld'])
    const image = $('img.signature')
    expect(image.attr('alt')).toBe(`Handtekening van ${anouk}`)
    expect((await teacher.get(image.attr('src')!)).headers.get('content-type')).toBe('image/webp')
    expect($('a[href^="/calendar/signatureInterface/"]')).toHaveLength(3)
  })

  it('names to a supervisor no company that is not theirs, neither here nor on paper', async () => {
    const { contacts, companies } = app.story
    const planning = await addHeldPlanning(app)
    const elsewhere = await app.db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', companies.vanLoon)
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('enrolments')
      .set({ company_id: companies.vanLoon })
      .where('appointment_id', '=', planning.parts[0]!)
      .where('contact_id', '=', contacts.anouk)
      .execute()
    const supervisor = await app.as(4)
    for (const name of ['getPresenceViewer', 'getPrintPresenceForm', 'getPrintCompetencyForm']) {
      const path = `/calendar/${name}/${planning.parts[0]}`
      expect((await planner.get(path)).text).toContain(elsewhere.name)
      const { text } = await supervisor.get(path)
      expect(text).toContain(anouk)
      expect(text).not.toContain(elsewhere.name)
      expect(text).not.toContain('Particulier')
    }
    const { lines } = await fetchPdf(supervisor, `/calendar/generatePresenceList/${planning.parts[0]}`)
    expect(lines).toContain(anouk)
    expect(lines.join(' ')).not.toContain(elsewhere.name)
  })

  it('shows no signatures to those who do not take presence', async () => {
    const planning = await addHeldPlanning(app)
    await teacher.post(signing(planning, app.story.contacts.student), { signature: dataUrl(WEBP) })
    const { $ } = await (await app.as(5)).get(`/calendar/getPresenceViewer/${planning.parts[0]}`)
    expect($('tbody tr')).toHaveLength(1)
    expect($('img.signature, a[href^="/calendar/signatureInterface/"]')).toHaveLength(0)
    const image = `/calendar/signature/${planning.parts[0]}/${app.story.contacts.student}`
    expect((await (await app.as(5)).get(image)).status).toBe(403)
    expect((await planner.get(image)).status).toBe(200)
  })
})

describe('a signature', () => {
  it('is asked for in a popup of its own, from who teaches the part alone [R-039][S-045]', async () => {
    const { contacts } = app.story
    const planning = await addHeldPlanning(app)
    const { $, status } = await teacher.get(signing(planning, contacts.anouk))
    expect(status).toBe(200)
    expect($('.popup-title').text()).toBe(`Handtekening van ${anouk}`)
    expect($('form').attr('hx-post')).toBe(signing(planning, contacts.anouk))
    expect($('[data-signature-save]').attr('disabled')).toBeDefined()
    const foreign = await addHeldPlanning(app, { teacher: contacts.otherTeacher })
    expect((await teacher.get(signing(foreign, contacts.anouk))).status).toBe(404)
    expect((await teacher.post(signing(foreign, contacts.anouk), { signature: dataUrl(WEBP) })).status).toBe(404)
    expect((await teacher.get(signing(planning, contacts.teacher))).status).toBe(404)
  })

  it('is kept as a file, replaced by a later one, and makes who signs present', async () => {
    const { contacts } = app.story
    const planning = await addHeldPlanning(app)
    const keyOf = async () =>
      (
        await app.db
          .selectFrom('presence_signatures')
          .selectAll()
          .where('appointment_id', '=', planning.parts[0]!)
          .execute()
      ).map(({ storage_key, mime_type, contact_id }) => ({ storage_key, mime_type, contact_id }))
    const answer = await teacher.post(signing(planning, contacts.anouk), { signature: dataUrl(WEBP) })
    expect(answer.trigger.flash).toEqual({ str: 'Handtekening opgeslagen', type: 'success' })
    expect(answer.trigger['popup-close']).toEqual({})
    const [first] = await keyOf()
    expect(first).toMatchObject({ mime_type: 'image/webp', contact_id: contacts.anouk })
    expect((await app.services.files.read(first!.storage_key)).toString('base64')).toBe(WEBP)
    expect((await resultsOf(app, planning.parts[0]!))[contacts.anouk]).toBe('1/')
    await teacher.post(signing(planning, contacts.anouk), { signature: dataUrl(OTHER_WEBP) })
    const [second, ...more] = await keyOf()
    expect(more).toEqual([])
    expect((await app.services.files.read(second!.storage_key)).toString('base64')).toBe(OTHER_WEBP)
  })

  it('leads on to who has not signed yet, past the absent, until nobody is left', async () => {
    const { contacts } = app.story
    const planning = await addHeldPlanning(app)
    await app.db
      .updateTable('enrolments')
      .set({ present: 0, passed: 0 })
      .where('appointment_id', '=', planning.parts[0]!)
      .where('contact_id', '=', contacts.student)
      .execute()
    const absent = 'staat op afwezig. Met een handtekening wordt dat aanwezig.'
    expect((await teacher.get(signing(planning, contacts.student))).$('form').text()).toContain(absent)
    const first = await teacher.get(signing(planning, contacts.gerrit))
    expect(first.$('form').text()).not.toContain(absent)
    expect(first.$('form').text()).toContain(`Hierna tekent ${anouk}.`)
    const save = { signature: dataUrl(WEBP), next: '1' }
    const { trigger } = await teacher.post(signing(planning, contacts.gerrit), save)
    expect([trigger['popup-close'], trigger['popup-open']]).toEqual([{}, { url: signing(planning, contacts.anouk) }])
    const last = await teacher.get(signing(planning, contacts.anouk))
    expect(last.$('button[name="next"]')).toHaveLength(0)
    expect((await teacher.post(signing(planning, contacts.anouk), save)).trigger).not.toHaveProperty('popup-open')
  })

  it('goes with the enrolment it belongs to', async () => {
    const { contacts } = app.story
    const planning = await addHeldPlanning(app)
    await teacher.post(signing(planning, contacts.gerrit), { signature: dataUrl(WEBP) })
    await app.db
      .deleteFrom('enrolments')
      .where('appointment_id', '=', planning.parts[0]!)
      .where('contact_id', '=', contacts.gerrit)
      .execute()
    expect((await planner.get(`/calendar/signature/${planning.parts[0]}/${contacts.gerrit}`)).status).toBe(404)
  })

  it.each([
    ['nothing', ''],
    ['a script that calls itself an image', dataUrl(Buffer.from('<svg onload=alert(1)>').toString('base64'))],
    ['an image that is cut off', dataUrl(WEBP.slice(0, 28))],
    ['another kind of image', dataUrl('R0lGODlhAQABAAAAACw=', 'gif')],
    [
      'more than a drawing can take',
      dataUrl(Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(200_000)]).toString('base64'), 'png'),
    ],
  ])('is refused when it is %s', async (_what, signature) => {
    const planning = await addHeldPlanning(app)
    const answer = await teacher.post(signing(planning, app.story.contacts.anouk), { signature })
    expect([answer.status, Object.keys(answer.json())]).toEqual([422, ['signature']])
    expect((await resultsOf(app, planning.parts[0]!))[app.story.contacts.anouk]).toBe('/')
  })

  it('is cropped to what was drawn, with room for its line of 2 [T-246]', () => {
    const strokes = [
      [{ x: 40.4, y: 30 }],
      [
        { x: 90, y: 55.2 },
        { x: 60, y: 80 },
      ],
    ]
    expect(boundsOf(strokes)).toEqual({ x: 38, y: 28, width: 54, height: 54 })
    expect(boundsOf([])).toBeNull()
  })
})

describe('print forms', () => {
  const url = (name: string, part: number) => `/calendar/getPrint${name}Form/${part}`

  it.each([
    ['Presence', 'generatePresenceList'],
    ['Competency', 'generateCompetencyList'],
  ])('%s offers the students and leads to its print URL [T-024][R-035][S-043]', async (name, path) => {
    const planning = await addHeldPlanning(app)
    const { $, status } = await teacher.get(url(name, planning.parts[0]!))
    expect(status).toBe(200)
    expect($('form[data-print-form]').attr('action')).toBe(`/calendar/${path}/${planning.parts[0]}`)
    expect(
      $('input[name="students[]"]')
        .map((_, box) => Number($(box).val()))
        .get()
        .sort((a, b) => a - b),
    ).toEqual([...planning.students].sort((a, b) => a - b))
    expect($('[data-print-error]').attr('hidden')).toBeDefined()
  })

  it('Certificate offers who has one, and nothing to those who may not see them', async () => {
    const { contacts, courses } = app.story
    const planning = await addPassedPlanning(app.db, courses.bhv, [contacts.anouk, contacts.gerrit])
    expect((await planner.get(url('Certificate', planning.partId))).$('.empty').text()).toContain(
      'nog niets om af te drukken',
    )
    await planner.post(`/certificate/getCertificateWizard/${planning.partId}`, {
      'layouts[]': 1,
      issued_on: new Date().toLocaleDateString('nl-NL', {
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
        timeZone: 'Europe/Amsterdam',
      }),
      'students[]': contacts.anouk,
    })
    const { $ } = await planner.get(url('Certificate', planning.partId))
    expect($('form').attr('action')).toBe(`/certificate/getFromAppointment/${planning.partId}`)
    expect(
      $('input[name="students[]"]')
        .map((_, box) => $(box).val())
        .get(),
    ).toEqual([String(contacts.anouk)])
    expect($('input[name="layouts[]"]')).toHaveLength(1)
    expect((await teacher.get(url('Certificate', app.story.appointments.finished))).status).toBe(404)
  })

  it('Badge gives a card of each who is chosen: name, company, course and day', async () => {
    const planning = await addHeldPlanning(app)
    const { $ } = await planner.get(url('Badge', planning.parts[0]!))
    const action = $('form[data-print-form]').attr('action')!
    expect(action).toBe(`/calendar/generateBadges/${planning.parts[0]}`)
    expect($('input[name="students[]"]')).toHaveLength(planning.students.length)
    await app.db.updateTable('enrolments').set({ company_id: app.story.companies.deLinde }).where('appointment_id', '=', planning.parts[0]!).where('contact_id', '=', app.story.contacts.anouk).execute() // prettier-ignore
    const all = await fetchPdf(planner, action)
    expect(all.lines).toEqual(expect.arrayContaining(['Anouk van der Linden', 'Zorggroep De Linde']))
    expect(all.lines).not.toContain('Particulier')
    const one = await fetchPdf(planner, `${action}?students=${app.story.contacts.anouk}&stream=1`)
    expect(one.disposition).toMatch(/^inline/)
    expect([one.pages.length, one.lines[0], one.lines.length]).toEqual([1, 'Anouk van der Linden', 4])
    expect(one.pdf.sizes[0]!.map(Math.round)).toEqual([595, 842])
    expect((await teacher.get(url('Badge', app.story.appointments.foreign))).status).toBe(404)
  })

  it.each(['Presence', 'Competency', 'Badge', 'Label'])(
    '%s tells what cannot be printed, and of whom',
    async (kind) => {
      const planning = await addHeldPlanning(app)
      const shown = async () => (await planner.get(url(kind, planning.parts[0]!))).text
      expect(await shown()).not.toContain('gedrukt worden')
      await app.db.updateTable('contacts').set({ first_name: 'محمد' }).where('id', '=', planning.students[0]!).execute()
      expect(await shown()).toMatch(/Dit kan niet gedrukt worden: م ح د \(محمد /)
      await app.db
        .updateTable('contacts')
        .set({ first_name: 'Anouk' })
        .where('id', '=', planning.students[0]!)
        .execute()
    },
  )

  it('Label gives the address of each who has one, at home or at the company, for who plans', async () => {
    const planning = await addHeldPlanning(app)
    const [first, second, ...others] = planning.students as [number, number, ...number[]]
    const none = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null }
    const company = { name: 'Etiket BV', client_id: 8_700_001, street: 'Kade', street_no: '7', postal_code: '8011 AB', city: 'Zwolle' } // prettier-ignore
    const { id: employer } = await app.db.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    const home = { ...none, street: 'Dorpsweg', street_no: '12', postal_code: '7411 KL', city: 'Deventer', country_code: 'BE' } // prettier-ignore
    await app.db.updateTable('contacts').set(home).where('id', '=', first).execute()
    await app.db
      .updateTable('contacts')
      .set({ ...none, company_id: employer })
      .where('id', '=', second)
      .execute()
    for (const other of others) await app.db.updateTable('contacts').set({ ...none, company_id: null }).where('id', '=', other).execute() // prettier-ignore
    const { $ } = await planner.get(url('Label', planning.parts[0]!))
    const boxes = $('input[name="students[]"]').toArray().map((box) => Number($(box).val())) // prettier-ignore
    expect(boxes.sort((a, b) => a - b)).toEqual([first, second].sort((a, b) => a - b))
    if (others.length > 0) expect($('form').text()).toContain('Zonder adres:')
    const { lines } = await fetchPdf(planner, $('form[data-print-form]').attr('action')!)
    expect(lines).toEqual(expect.arrayContaining(['Dorpsweg 12', '7411 KL Deventer', 'BELGIË', 'Etiket BV', 'Kade 7', '8011 AB Zwolle'])) // prettier-ignore
    expect(lines.filter((line) => line.startsWith('t.a.v. '))).toHaveLength(1)
    expect((await teacher.get(url('Label', planning.parts[0]!))).status).toBe(404)
    expect((await teacher.get(`/calendar/generateLabels/${planning.parts[0]}`)).status).toBe(403)
  })

  it('Invoice says where nothing is invoiced yet, and is for who makes invoices alone', async () => {
    const part = (await addHeldPlanning(app)).parts[0]!
    const { $ } = await planner.get(url('Invoice', part))
    expect($('.empty').text()).toContain('nog geen facturen gemaakt')
    expect($('.empty a').attr('href')).toBe(`/calendar/makeInvoices/${part}`)
    const menu = optionsOf(await planner.get(`/calendar/view-appointment/${part}`)).map(({ label }) => label)
    expect([menu.includes('Badges'), menu.includes('Facturen afdrukken')]).toEqual([true, false])
    expect((await teacher.get(url('Invoice', part))).status).toBe(404)
  })

  it('of other papers do not exist', async () => {
    const part = app.story.appointments.coming
    for (const name of ['Iets', 'toString', '__proto__']) expect((await planner.get(url(name, part))).status).toBe(404)
  })
})
