import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { type HeldPlanning, addHeldPlanning, resultsOf } from './held-planning.ts'

let app: TestApp
let planner: Browser
let layout: number
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  const { id } = await app.db
    .selectFrom('layouts')
    .select('id')
    .where('kind', '=', 'certificate')
    .executeTakeFirstOrThrow()
  layout = id
})
afterAll(() => app.close())

/** What the last screen offers. */
const movesOf = ({ $ }: Answer) =>
  $('[data-end] a')
    .toArray()
    .map((link) => $(link).attr('href')!)
const url = (planning: HeldPlanning) => `/calendar/getFinishWizard/${planning.parts[0]}`
const today = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
}).format(new Date())

/** Present and passed of a student in a part: '11', '10', '00' or, with a choice open, '1', ''. */
type Outcome = (student: number, part: number) => string
const allPassed: Outcome = () => '11'

/** What the first step sends. */
function presence(planning: HeldPlanning, outcome: Outcome): Record<string, string> {
  const form: Record<string, string> = {}
  for (const part of planning.parts)
    for (const student of planning.students) {
      const [present = '', passed = ''] = outcome(student, part)
      form[`present_students[${student}-${part}]`] = present
      form[`passed_students[${student}-${part}]`] = passed
    }
  return form
}
const finished = (planning: HeldPlanning, outcome: Outcome = allPassed) => ({
  ...presence(planning, outcome),
  'document_layouts[]': layout,
  issued_on: today,
  update_status: 'done',
})

const certificatesOf = (planning: HeldPlanning) =>
  app.db
    .selectFrom('certificates')
    .select(['id', 'contact_id', 'number', 'issued_on'])
    .where('group_id', '=', planning.planningId)
    .orderBy('number')
    .execute()
const statusesOf = async (planning: HeldPlanning) =>
  (
    await app.db
      .selectFrom('appointments')
      .select('status')
      .where('group_id', '=', planning.planningId)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)

/** Everything a finish may touch, to prove that nothing was. */
async function snapshot(planning: HeldPlanning) {
  const { history } = await app.db
    .selectFrom('history')
    .select((eb) => eb.fn.countAll<string>().as('history'))
    .executeTakeFirstOrThrow()
  const counters = await app.db.selectFrom('certificate_counters').selectAll().execute()
  return {
    results: await Promise.all(planning.parts.map((part) => resultsOf(app, part))),
    statuses: await statusesOf(planning),
    certificates: await certificatesOf(planning),
    counters,
    history,
  }
}

describe('the first step', () => {
  it.each([
    ['says which part is not over', 1, true],
    ['says nothing of what is over', -1, false],
  ])('%s', async (_what, days, isSaid) => {
    const teacher = await addContact(app.db)
    const planning = await addHeldPlanning(app, { teacher })
    await app.db
      .updateTable('appointments')
      .set({
        starts_at: new Date(Date.now() + days * 86_400_000),
        ends_at: new Date(Date.now() + days * 86_400_000 + 3_600_000),
      })
      .where('id', 'in', planning.parts)
      .execute()
    const { $ } = await planner.get(url(planning))
    expect($('.note--warning').text().includes('is nog niet voorbij.')).toBe(isSaid)
  })
})

describe('the steps', () => {
  it('start with every student in every part of the planning, except a cancelled one [R-052]', async () => {
    const { anouk, gerrit } = app.story.contacts
    const planning = await addHeldPlanning(app, { parts: 3, students: [anouk, gerrit] })
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', planning.parts[2]!).execute()
    const { $, status } = await planner.get(url(planning))
    expect(status).toBe(200)
    expect($('.popup-title').text()).toBe('Planning afronden')
    expect(
      $('[data-step-key]')
        .toArray()
        .map((step) => $(step).attr('data-step-key')),
    ).toEqual(['presence', 'refreshers', 'documents', 'status', 'overview'])
    const [first, second] = planning.parts as [number, number]
    expect(
      $('[data-result]')
        .toArray()
        .map((row) => $(row).attr('data-result')),
    ).toEqual([`${gerrit}-${first}`, `${gerrit}-${second}`, `${anouk}-${first}`, `${anouk}-${second}`])
  })

  it('refuse to go on while a choice is open, at the field that is open', async () => {
    const planning = await addHeldPlanning(app, { students: [app.story.contacts.anouk] })
    const answer = await planner.post(
      `${url(planning)}?step=documents`,
      presence(planning, () => '1'),
    )
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({
      [`passed_students.${planning.students[0]}-${planning.parts[0]}`]: ['Maak een keuze'],
    })
  })

  it('offer the certificate for today to who passed, and show the number of who already holds one', async () => {
    const { anouk, gerrit, student } = app.story.contacts
    const planning = await addHeldPlanning(app)
    await planner.post(
      url(planning),
      finished(planning, (contact) => (contact === anouk ? '11' : '10')),
    )
    const [held] = await certificatesOf(planning)
    const { $ } = await planner.post(
      `${url(planning)}?step=documents`,
      presence(planning, (contact) => (contact === gerrit ? '00' : '11')),
    )
    expect($('input[name="document_layouts[]"]').attr('checked')).toBe('checked')
    expect($('input[name=issued_on]').val()).toBe(today)
    const rows = $('tbody tr')
      .toArray()
      .map((row) =>
        $(row)
          .find('td')
          .toArray()
          .map((cell) => $(cell).text()),
      )
    expect(rows.map(([name, , document]) => [name, document])).toEqual([
      ['Bram ter Linde', 'Nog niet gemaakt'],
      ['Anouk van der Linden', `Heeft al ${held!.number}`],
    ])
    expect(student).toBe(planning.students[2])
  })

  it('propose Afgerond for all parts', async () => {
    const planning = await addHeldPlanning(app, { parts: 2 })
    const { $ } = await planner.post(`${url(planning)}?step=status`, {
      ...presence(planning, allPassed),
      issued_on: '',
    })
    expect($('select[name=update_status]').val()).toBe('done')
    expect($('select[name=update_status] option:selected').text()).toBe('Afgerond')
    expect($('tbody tr').length).toBe(2)
  })

  it('end with an overview of what will be made and what is open', async () => {
    const { anouk, gerrit, student } = app.story.contacts
    const planning = await addHeldPlanning(app, { parts: 2 })
    await app.db
      .insertInto('reservations')
      .values({ appointment_id: planning.parts[0]!, contact_id: anouk, places: 2 })
      .execute()
    const outcome: Outcome = (contact, part) =>
      contact === gerrit && part === planning.parts[1]
        ? '00'
        : contact === student && part === planning.parts[0]
          ? '10'
          : '11'
    const { $ } = await planner.post(`${url(planning)}?step=overview`, finished(planning, outcome))
    const facts = Object.fromEntries(
      $('dt')
        .toArray()
        .map((term) => [$(term).text(), $(term).next('dd').text().replace(/\s+/g, ' ').trim()]),
    )
    expect(facts).toEqual({
      'Geslaagd (1)': 'Anouk van der Linden',
      'Niet geslaagd (2)': 'Gerrit Bakker (afwezig), Bram ter Linde',
      'Wordt gemaakt': `Certificaat, datum van afgifte ${today}, voor iedereen die geslaagd is`,
      'Status planning': 'Wordt Afgerond',
      'Nog open': '2 gereserveerde plaatsen zijn niet ingevuld.',
    })
  })

  it('store nothing before the last one', async () => {
    const planning = await addHeldPlanning(app)
    const before = await snapshot(planning)
    for (const step of ['refreshers', 'documents', 'status', 'overview'])
      expect((await planner.post(`${url(planning)}?step=${step}`, finished(planning))).status).toBe(200)
    expect(await snapshot(planning)).toEqual(before)
  })
})

describe('the final POST', () => {
  it('stores results and status, issues certificates and ends with the next move [P-034]', async () => {
    const planning = await addHeldPlanning(app, { parts: 2 })
    const answer = await planner.post(url(planning), finished(planning))
    expect(answer.status).toBe(200)
    const certificates = await certificatesOf(planning)
    expect(certificates.map(({ contact_id }) => contact_id).sort()).toEqual([...planning.students].sort())
    expect(await statusesOf(planning)).toEqual(['done', 'done'])
    for (const part of planning.parts)
      expect(new Set(Object.values(await resultsOf(app, part)))).toEqual(new Set(['1/1']))
    expect(answer.trigger).toEqual({
      changed: {
        items: expect.arrayContaining([
          ...planning.parts.map((id) => ({ type: 'appointment', id })),
          ...certificates.map(({ id }) => ({ type: 'certificate', id })),
        ]) as unknown,
      },
    })
    const end = answer.$('[data-end]')
    expect([end.find('h3').text(), end.find('p').text()]).toEqual([
      'Planning afgerond',
      `${certificates.length} certificaten gemaakt.`,
    ])
    expect(end.find('svg.end-mark')).toHaveLength(1)
    expect(movesOf(answer)).toEqual([
      `/certificate/getCertificateSendWizard/${planning.parts[0]}`,
      `/calendar/getPrintCertificateForm/${planning.parts[0]}`,
      `/calendar/view-appointment/${planning.parts[0]}`,
    ])
  })

  it('gives a certificate only to who has both choices on yes in every part [T-078]', async () => {
    const { anouk, gerrit, student } = app.story.contacts
    const planning = await addHeldPlanning(app, { parts: 2 })
    const outcome: Outcome = (contact, part) =>
      part === planning.parts[1] && contact === gerrit
        ? '10'
        : part === planning.parts[1] && contact === student
          ? '00'
          : '11'
    await planner.post(url(planning), finished(planning, outcome))
    expect((await certificatesOf(planning)).map(({ contact_id }) => contact_id)).toEqual([anouk])
  })

  it('leaves the status when asked to, and makes nothing without a layout', async () => {
    const planning = await addHeldPlanning(app)
    const form = { ...presence(planning, allPassed), issued_on: '', update_status: 'keep' }
    expect((await planner.post(url(planning), form)).status).toBe(200)
    expect(await statusesOf(planning)).toEqual(['executed'])
    expect(await certificatesOf(planning)).toEqual([])
    expect(new Set(Object.values(await resultsOf(app, planning.parts[0]!)))).toEqual(new Set(['1/1']))
  })

  it('leaves a cancelled part cancelled', async () => {
    const planning = await addHeldPlanning(app, { parts: 2 })
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', planning.parts[1]!).execute()
    await planner.post(url(planning), finished({ ...planning, parts: planning.parts.slice(0, 1) }))
    expect(await statusesOf(planning)).toEqual(['done', 'cancelled'])
    expect(await certificatesOf(planning)).toHaveLength(3)
  })

  it('creates nothing twice when it runs twice', async () => {
    const planning = await addHeldPlanning(app)
    await planner.post(url(planning), finished(planning))
    const before = await snapshot(planning)
    expect((await planner.post(url(planning), finished(planning))).status).toBe(200)
    expect(await snapshot(planning)).toEqual(before)
  })

  it('gives one set of certificates when two run at once', async () => {
    const planning = await addHeldPlanning(app, { parts: 2 })
    const administrator = await app.as(1)
    const answers = await Promise.all([
      planner.post(url(planning), finished(planning)),
      administrator.post(url(planning), finished(planning)),
      planner.post(url(planning), finished(planning)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const numbers = (await certificatesOf(planning)).map(({ number }) => Number(number.split('-')[1]))
    expect(numbers).toEqual([numbers[0], numbers[0]! + 1, numbers[0]! + 2])
  })

  it('changes nothing when its last step fails', async () => {
    const planning = await addHeldPlanning(app)
    const before = await snapshot(planning)
    await app.owner.pool.query(`
      create function refuse_certificate() returns trigger language plpgsql as
        $$ begin raise exception 'the printer is on fire'; end $$;
      create trigger refuse before insert on certificates for each row
        when (new.contact_id = ${planning.students[2]}) execute function refuse_certificate()`)
    try {
      expect((await planner.post(url(planning), finished(planning))).status).toBe(500)
      expect(await snapshot(planning)).toEqual(before)
    } finally {
      await app.owner.pool.query('drop trigger refuse on certificates; drop function refuse_certificate()')
    }
  })

  it('asks again when somebody was enrolled meanwhile, and does not mind who left', async () => {
    const { anouk, gerrit, student } = app.story.contacts
    const planning = await addHeldPlanning(app, { students: [anouk, gerrit] })
    await app.db.insertInto('enrolments').values({ appointment_id: planning.parts[0]!, contact_id: student }).execute()
    const before = await snapshot(planning)
    const answer = await planner.post(url(planning), finished(planning))
    expect(answer.status).toBe(422)
    expect(answer.json<{ _form: string[] }>()._form[0]).toMatch(/^Nog 2 keuzes open bij Bram ter Linde:/)
    expect(await snapshot(planning)).toEqual(before)
    await app.db
      .deleteFrom('enrolments')
      .where('appointment_id', '=', planning.parts[0]!)
      .where('contact_id', '=', student)
      .execute()
    const all = { ...planning, students: [...planning.students, student] }
    expect((await planner.post(url(planning), finished(all))).status).toBe(200)
    expect((await certificatesOf(planning)).map(({ contact_id }) => contact_id).sort()).toEqual([anouk, gerrit].sort())
  })

  it.each([
    ['an impossible combination', { present: '0', passed: '1' }, {}, 'passed_students'],
    ['an open choice', { present: '', passed: '' }, {}, 'present_students'],
    ['no issue date with a layout', { present: '1', passed: '1' }, { issued_on: '' }, 'issued_on'],
    ['an issue date in the future', { present: '1', passed: '1' }, { issued_on: '01-01-2999' }, 'issued_on'],
    ['an issue date before the course', { present: '1', passed: '1' }, { issued_on: '01-01-2001' }, 'issued_on'],
    [
      'a status that finishing does not give',
      { present: '1', passed: '1' },
      { update_status: 'cancelled' },
      'update_status',
    ],
    ['a layout that does not exist', { present: '1', passed: '1' }, { 'document_layouts[]': 999 }, 'document_layouts'],
  ])('refuses %s and changes nothing', async (_what, choice, more, field) => {
    const planning = await addHeldPlanning(app, { students: [app.story.contacts.anouk] })
    const before = await snapshot(planning)
    const key = `${planning.students[0]}-${planning.parts[0]}`
    const answer = await planner.post(url(planning), {
      ...finished(planning),
      [`present_students[${key}]`]: choice.present,
      [`passed_students[${key}]`]: choice.passed,
      ...more,
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json())[0]).toBe(field.endsWith('_students') ? `${field}.${key}` : field)
    expect(await snapshot(planning)).toEqual(before)
  })

  it('goes on with printing or sending at once when that was asked for and there are certificates', async () => {
    const opened = async (outcome: Outcome, next: Record<string, string>) => {
      const planning = await addHeldPlanning(app)
      const answer = await planner.post(url(planning), { ...finished(planning, outcome), ...next })
      const moves = [answer.trigger['popup-open']?.url ?? movesOf(answer)].flat()
      return moves.map((move) => move.replace(String(planning.parts[0]), ':id'))
    }
    expect(await opened(allPassed, { next: 'print' })).toEqual(['/calendar/getPrintCertificateForm/:id'])
    expect(await opened(allPassed, { next: 'send' })).toEqual(['/certificate/getCertificateSendWizard/:id'])
    // Nobody passed: all that is left is the planning.
    expect(await opened(() => '00', { next: 'send' })).toEqual(['/calendar/view-appointment/:id'])
  })

  it('is refused for a planning that was cancelled altogether', async () => {
    const planning = await addHeldPlanning(app, { status: 'cancelled' })
    expect((await planner.get(url(planning))).status).toBe(409)
    expect((await planner.post(url(planning), finished(planning))).status).toBe(409)
    expect(await certificatesOf(planning)).toEqual([])
  })
})

describe('a planning that is over', () => {
  it('is not offered to be finished, while its own address still answers', async () => {
    const offered = async (planning: HeldPlanning) =>
      Promise.all(
        ['view-appointment', 'results'].map(async (popup) => {
          const { $ } = await planner.get(`/calendar/${popup}/${planning.parts[0]}`)
          const behindArrow = ($('.next-step [data-menu]').attr('data-menu') ?? '').includes(`"${url(planning)}"`)
          return $(`a[href="${url(planning)}"]`).length + Number(behindArrow)
        }),
      )
    const planning = await addHeldPlanning(app, { parts: 2, status: 'done' })
    expect(await offered(planning)).toEqual([0, 0])
    expect((await planner.get(url(planning))).status).toBe(200)
    await app.db.updateTable('appointments').set({ status: 'executed' }).where('id', '=', planning.parts[1]!).execute()
    expect(await offered(planning)).toEqual([1, 1])
    expect(await offered(await addHeldPlanning(app, { status: 'cancelled' }))).toEqual([0, 0])
  })
})

describe('who may what', () => {
  it('finishing is for planners; a teacher keeps results elsewhere', async () => {
    const planning = await addHeldPlanning(app)
    const before = await snapshot(planning)
    const seen = await Promise.all(
      [3, 4, 5, 6].map(async (role) => {
        const person = await app.as(role)
        return [
          (await person.get(url(planning))).status,
          (await person.post(`${url(planning)}?step=overview`, finished(planning))).status,
          (await person.post(url(planning), finished(planning))).status,
        ]
      }),
    )
    expect(seen).toEqual(Array.from({ length: 4 }, () => [403, 403, 403]))
    expect(await snapshot(planning)).toEqual(before)
    expect((await app.anonymous.get(url(planning))).status).toBe(401)
    expect((await (await app.as(1)).get(url(planning))).status).toBe(200)
    expect((await planner.get('/calendar/getFinishWizard/999999')).status).toBe(404)
  })
})
