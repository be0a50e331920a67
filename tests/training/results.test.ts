import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'
import { addResponsible } from '../support/builders.ts'
import { type HeldPlanning, addHeldPlanning, noteOf, resultsOf } from './held-planning.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const url = (planning: HeldPlanning, part = 0) => `/calendar/results/${planning.parts[part]}`
/** Names of the two choices of a student. */
const present = (planning: HeldPlanning, student: number) => `present_students[${student}-${planning.parts[0]}]`
const passed = (planning: HeldPlanning, student: number) => `passed_students[${student}-${planning.parts[0]}]`

describe('saving at once', () => {
  it('stores one choice of one student and tells everybody', async () => {
    const planning = await addHeldPlanning(app)
    const [anouk, gerrit, bram] = planning.students as [number, number, number]
    const teacher = await app.as(3)
    const answer = await teacher.post(url(planning), { [present(planning, anouk)]: 1 })
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      rows: [{ key: `${anouk}-${planning.parts[0]}`, present: 1, passed: null, note: '', version: 2 }],
    })
    expect(answer.trigger).toEqual({
      changed: {
        items: [
          { type: 'appointment', id: planning.parts[0] },
          { type: 'enrolment', id: expect.any(Number) as number },
        ],
      },
    })
    expect(await resultsOf(app, planning.parts[0]!)).toEqual({ [anouk]: '1/', [gerrit]: '/', [bram]: '/' })
  })

  it('applies the rules to what is stored when only one of the two is sent [T-073][T-074][T-075]', async () => {
    const planning = await addHeldPlanning(app)
    const [anouk] = planning.students as [number]
    const teacher = await app.as(3)
    const after = async (name: string, value: string) => {
      expect((await teacher.post(url(planning), { [name]: value })).status).toBe(200)
      return (await resultsOf(app, planning.parts[0]!))[anouk]
    }
    expect(await after(passed(planning, anouk), '1')).toBe('1/1')
    expect(await after(present(planning, anouk), '0')).toBe('0/0')
    expect(await after(passed(planning, anouk), '0')).toBe('1/0')
    expect(await after(present(planning, anouk), '')).toBe('/')
  })

  it('overwrites no choice that its writer did not see, whoever filled it in, and says both', async () => {
    const planning = await addHeldPlanning(app)
    const [anouk] = planning.students as [number]
    const teacher = await app.as(3)
    const was = (field: string) => `was_${field}[${anouk}-${planning.parts[0]}]`
    const both = (present_: string, passed_: string, seen: [string, string]) => ({
      [present(planning, anouk)]: present_,
      [passed(planning, anouk)]: passed_,
      [was('present')]: seen[0],
      [was('passed')]: seen[1],
    })
    await (await app.as(2)).post(url(planning), { [present(planning, anouk)]: 0 })
    const refused = await teacher.post(url(planning), both('1', '1', ['', '']))
    expect(refused.status).toBe(409)
    expect(refused.json<{ stale: { fields: object } }>().stale.fields).toEqual({
      [present(planning, anouk)]: ['Ja', 'Nee'],
      [passed(planning, anouk)]: ['Ja', 'Nee'],
    })
    expect((await resultsOf(app, planning.parts[0]!))[anouk]).toBe('0/0')
    // What was seen, and what is the same as what somebody else filled in, overwrites nothing.
    expect((await teacher.post(url(planning), both('0', '0', ['', '']))).status).toBe(200)
    expect((await teacher.post(url(planning), both('1', '0', ['0', '0']))).status).toBe(200)
    expect((await resultsOf(app, planning.parts[0]!))[anouk]).toBe('1/0')
  })

  it('stores many students together', async () => {
    const planning = await addHeldPlanning(app)
    const form = Object.fromEntries(
      planning.students.flatMap((id) => [
        [present(planning, id), 1],
        [passed(planning, id), 1],
      ]),
    )
    const answer = await (await app.as(2)).post(url(planning), form)
    expect(answer.status).toBe(200)
    expect(Object.values(await resultsOf(app, planning.parts[0]!))).toEqual(['1/1', '1/1', '1/1'])
  })

  it('keeps the note with the student, as long and with the lines it has elsewhere', async () => {
    const planning = await addHeldPlanning(app)
    const [anouk] = planning.students as [number]
    const teacher = await app.as(3)
    const long = `Herkansing praktijk\n${'x'.repeat(1900)}`
    expect(
      (await teacher.post(`/calendar/saveStudentNotes2/${planning.parts[0]}/${anouk}`, { notes: long })).status,
    ).toBe(204)
    const name = `notes[${anouk}-${planning.parts[0]}]`
    const shown = (await teacher.get(url(planning))).$(`[name="${name}"]`)
    expect([shown.prop('tagName'), shown.val()]).toEqual(['TEXTAREA', long])
    const written = `${long}!`
    expect((await teacher.post(url(planning), { [name]: written })).status).toBe(200)
    const { note, present: stored } = await app.db
      .selectFrom('enrolments')
      .select(['note', 'present'])
      .where('appointment_id', '=', planning.parts[0]!)
      .where('contact_id', '=', anouk)
      .executeTakeFirstOrThrow()
    expect({ note, stored }).toEqual({ note: written, stored: null })
  })

  it('does not store a note over the words of somebody else, nor anything sent with it', async () => {
    const planning = await addHeldPlanning(app)
    const [anouk] = planning.students as [number]
    const key = `${anouk}-${planning.parts[0]}`
    const [teacher, planner] = [await app.as(3), await app.as(2)]
    await planner.post(url(planning), { [`notes[${key}]`]: 'Belt terug' })
    const form = { [`notes[${key}]`]: 'Is ziek', [present(planning, anouk)]: 0 }
    const refused = await teacher.post(url(planning), { ...form, [`seen[${key}]`]: '' })
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ stale: { fields: { [`notes[${key}]`]: ['Is ziek', 'Belt terug'] } } })
    expect((await resultsOf(app, planning.parts[0]!))[anouk]).toBe('/')
    expect((await teacher.post(url(planning), { ...form, [`seen[${key}]`]: 'Belt terug' })).status).toBe(200)
    expect([await noteOf(app, planning.parts[0]!, anouk), (await resultsOf(app, planning.parts[0]!))[anouk]]).toEqual([
      'Is ziek',
      '0/0',
    ])
  })

  it('refuses a combination that the rules can never lead to, and stores nothing of that form [T-063]', async () => {
    const planning = await addHeldPlanning(app)
    const [anouk, gerrit] = planning.students as [number, number]
    const answer = await (
      await app.as(3)
    ).post(url(planning), {
      [present(planning, gerrit)]: 1,
      [present(planning, anouk)]: 0,
      [passed(planning, anouk)]: 1,
    })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({
      [`passed_students.${anouk}-${planning.parts[0]}`]: ['Geslaagd kan alleen bij wie aanwezig was.'],
    })
    expect(new Set(Object.values(await resultsOf(app, planning.parts[0]!)))).toEqual(new Set(['/']))
  })

  it('refuses other values and an empty form [T-063]', async () => {
    const planning = await addHeldPlanning(app)
    const teacher = await app.as(3)
    expect((await teacher.post(url(planning), { [present(planning, planning.students[0]!)]: 2 })).status).toBe(422)
    expect((await teacher.post(url(planning))).status).toBe(422)
  })

  it('takes no results of a part that was cancelled, but the note about a student', async () => {
    const planning = await addHeldPlanning(app)
    const [part, anouk] = [planning.parts[0]!, planning.students[0]!]
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', part).execute()
    const planner = await app.as(2)
    for (const choice of [present, passed]) {
      const answer = await planner.post(url(planning), { [choice(planning, anouk)]: 1 })
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('is geannuleerd')])
    }
    expect((await resultsOf(app, part))[anouk]).toBe('/')
    expect((await planner.post(url(planning), { [`notes[${anouk}-${part}]`]: 'Komt een andere keer' })).status).toBe(
      200,
    )
    expect(await noteOf(app, part, anouk)).toBe('Komt een andere keer')
  })

  it('does not know a student of another part', async () => {
    const planning = await addHeldPlanning(app, { students: [app.story.contacts.anouk] })
    const teacher = await app.as(3)
    expect((await teacher.post(url(planning), { [present(planning, app.story.contacts.gerrit)]: 1 })).status).toBe(404)
  })

  it('lets the last of two savers win, and the history keeps both', async () => {
    const planning = await addHeldPlanning(app, { students: [app.story.contacts.anouk] })
    const [anouk] = planning.students as [number]
    const [teacher, planner] = [await app.as(3), await app.as(2)]
    const answers = await Promise.all([
      teacher.post(url(planning), { [present(planning, anouk)]: 1, [passed(planning, anouk)]: 1 }),
      planner.post(url(planning), { [present(planning, anouk)]: 0, [passed(planning, anouk)]: 0 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { id } = await app.db
      .selectFrom('enrolments')
      .select('id')
      .where('appointment_id', '=', planning.parts[0]!)
      .executeTakeFirstOrThrow()
    const history = await app.db
      .selectFrom('history')
      .select(['actor_id', 'changes'])
      .where('record_type', '=', 'enrolment')
      .where('record_id', '=', id)
      .where('action', '=', 'update')
      .orderBy('id')
      .execute()
    expect(new Set(history.map(({ actor_id }) => actor_id))).toEqual(new Set([teacher.userId, planner.userId]))
    const last = history.at(-1)!.actor_id === teacher.userId ? '1/1' : '0/0'
    expect((await resultsOf(app, planning.parts[0]!))[anouk]).toBe(last)
  })
})

describe('who may what', () => {
  it('is for planners and the teacher; others are refused by role', async () => {
    const planning = await addHeldPlanning(app)
    const form = { [present(planning, planning.students[0]!)]: 1 }
    const seen = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (role) => {
        const person = await app.as(role)
        return [(await person.get(url(planning))).status, (await person.post(url(planning), form)).status]
      }),
    )
    expect(seen).toEqual([
      [200, 200],
      [200, 200],
      [200, 200],
      [403, 403],
      [403, 403],
      [403, 403],
    ])
    expect((await app.anonymous.get(url(planning))).status).toBe(401)
  })

  it('shows a teacher nothing of a part that somebody else gives', async () => {
    const planning = await addHeldPlanning(app, { teacher: app.story.contacts.otherTeacher })
    const teacher = await app.as(3)
    expect((await teacher.get(url(planning))).status).toBe(404)
    expect((await teacher.post(url(planning), { [present(planning, planning.students[0]!)]: 1 })).status).toBe(404)
    expect(new Set(Object.values(await resultsOf(app, planning.parts[0]!)))).toEqual(new Set(['/']))
  })

  it('does not take seeing a part for giving it: a teacher who plays the lotus there, or has people in it', async () => {
    const { contacts, users } = app.story
    const planning = await addHeldPlanning(app, { teacher: contacts.otherTeacher, students: [contacts.anouk] })
    await addResponsible(app.db, { appointment_id: planning.parts[0]!, contact_id: contacts.lotus, role_id: 6 })
    await app.db
      .updateTable('users')
      .set({ roles: [3, 6] })
      .where('id', '=', users[6]!)
      .execute()
    await app.db
      .updateTable('users')
      .set({ roles: [3, 4] })
      .where('id', '=', users[4]!)
      .execute()
    try {
      for (const role of [4, 6]) {
        const person = await app.as(role)
        expect((await person.get(`/calendar/view-appointment/${planning.parts[0]}`)).status).toBe(200)
        expect((await person.get(url(planning))).status).toBe(404)
        expect((await person.post(url(planning), { [present(planning, contacts.anouk)]: 1 })).status).toBe(404)
      }
    } finally {
      for (const role of [4, 6] as const)
        await app.db
          .updateTable('users')
          .set({ roles: [role] })
          .where('id', '=', users[role]!)
          .execute()
    }
  })
})

describe('the screen', () => {
  it('shows each student with two choices and says what is open [T-063]', async () => {
    const { anouk, gerrit } = app.story.contacts
    const planning = await addHeldPlanning(app, { students: [anouk, gerrit] })
    const teacher = await app.as(3)
    await teacher.post(url(planning), { [passed(planning, anouk)]: 1, [present(planning, gerrit)]: 0 })
    await teacher.post(url(planning), { [present(planning, gerrit)]: '' })
    const { $ } = await teacher.get(url(planning))
    const rows = $('[data-result]')
      .toArray()
      .map((row) => ({
        name: $(row).find('.c-main').text(),
        choices: $(row)
          .find('select')
          .toArray()
          .map((select) => $(select).val()),
        // As buttons they are chosen; the fields are what is sent.
        pressed: $(row)
          .find('.c-choice [data-choose]')
          .toArray()
          .map((button) => `${$(button).text()} ${$(button).attr('aria-pressed')}`),
        options: $(row)
          .find('select')
          .first()
          .find('option')
          .toArray()
          .map((option) => $(option).attr('value')),
      }))
    expect(rows).toEqual([
      {
        name: 'Gerrit Bakker',
        choices: ['', ''],
        pressed: ['Ja false', 'Nee false', 'Ja false', 'Nee false'],
        options: ['', '1', '0'],
      },
      {
        name: 'Anouk van der Linden',
        choices: ['1', '1'],
        pressed: ['Ja true', 'Nee false', 'Ja true', 'Nee false'],
        options: ['', '1', '0'],
      },
    ])
    expect($('[data-results-state]').text()).toBe('Nog 2 keuzes open bij Gerrit Bakker')
    await teacher.post(url(planning), { [present(planning, gerrit)]: 0 })
    expect((await teacher.get(url(planning))).$('[data-results-state]').text()).toBe('Alles ingevuld en opgeslagen')
  })

  it('opens over the calendar when its address is opened on its own', async () => {
    const planning = await addHeldPlanning(app)
    const answer = await (await app.as(3)).page(url(planning))
    expect(answer.status).toBe(200)
    expect(answer.$('#popups').attr('data-open')).toBe(url(planning))
  })

  it('offers finishing to planners only', async () => {
    const planning = await addHeldPlanning(app)
    const link = `a[href="/calendar/getFinishWizard/${planning.parts[0]}"]`
    expect((await (await app.as(2)).get(url(planning))).$(link)).toHaveLength(1)
    expect((await (await app.as(3)).get(url(planning))).$(link)).toHaveLength(0)
  })

  it('says so when nobody is enrolled', async () => {
    const planning = await addHeldPlanning(app, { students: [] })
    const { $ } = await (await app.as(3)).get(url(planning))
    expect($('.empty').text()).toContain('Er zijn nog geen cursisten ingeschreven')
  })
})
