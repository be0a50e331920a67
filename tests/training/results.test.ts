import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'
import { type Run, addRun, noteOf, resultsOf } from './run.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const url = (run: Run, part = 0) => `/calendar/results/${run.parts[part]}`
/** Names of the two choices of a student. */
const present = (run: Run, student: number) => `present_students[${student}-${run.parts[0]}]`
const passed = (run: Run, student: number) => `passed_students[${student}-${run.parts[0]}]`

describe('saving at once', () => {
  it('stores one choice of one student and tells everybody', async () => {
    const run = await addRun(app)
    const [anouk, gerrit, bram] = run.students as [number, number, number]
    const teacher = await app.as(3)
    const answer = await teacher.post(url(run), { [present(run, anouk)]: 1 })
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      rows: [{ key: `${anouk}-${run.parts[0]}`, present: 1, passed: null, note: '', version: 2 }],
    })
    expect(answer.trigger).toEqual({ changed: { items: [{ type: 'appointment', id: run.parts[0] }] } })
    expect(await resultsOf(app, run.parts[0]!)).toEqual({ [anouk]: '1/', [gerrit]: '/', [bram]: '/' })
  })

  it('applies the rules to what is stored when only one of the two is sent [T-073][T-074][T-075]', async () => {
    const run = await addRun(app)
    const [anouk] = run.students as [number]
    const teacher = await app.as(3)
    const after = async (name: string, value: string) => {
      expect((await teacher.post(url(run), { [name]: value })).status).toBe(200)
      return (await resultsOf(app, run.parts[0]!))[anouk]
    }
    expect(await after(passed(run, anouk), '1')).toBe('1/1')
    expect(await after(present(run, anouk), '0')).toBe('0/0')
    expect(await after(passed(run, anouk), '0')).toBe('1/0')
    expect(await after(present(run, anouk), '')).toBe('/')
  })

  it('stores many students together', async () => {
    const run = await addRun(app)
    const form = Object.fromEntries(
      run.students.flatMap((id) => [
        [present(run, id), 1],
        [passed(run, id), 1],
      ]),
    )
    const answer = await (await app.as(2)).post(url(run), form)
    expect(answer.status).toBe(200)
    expect(Object.values(await resultsOf(app, run.parts[0]!))).toEqual(['1/1', '1/1', '1/1'])
  })

  it('keeps the note with the student, as long and with the lines it has elsewhere', async () => {
    const run = await addRun(app)
    const [anouk] = run.students as [number]
    const teacher = await app.as(3)
    const long = `Herkansing praktijk\n${'x'.repeat(1900)}`
    expect((await teacher.post(`/calendar/saveStudentNotes2/${run.parts[0]}/${anouk}`, { notes: long })).status).toBe(
      204,
    )
    const name = `notes[${anouk}-${run.parts[0]}]`
    const shown = (await teacher.get(url(run))).$(`[name="${name}"]`)
    expect([shown.prop('tagName'), shown.val()]).toEqual(['TEXTAREA', long])
    const written = `${long}!`
    expect((await teacher.post(url(run), { [name]: written })).status).toBe(200)
    const { note, present: stored } = await app.db
      .selectFrom('enrolments')
      .select(['note', 'present'])
      .where('appointment_id', '=', run.parts[0]!)
      .where('contact_id', '=', anouk)
      .executeTakeFirstOrThrow()
    expect({ note, stored }).toEqual({ note: written, stored: null })
  })

  it('does not store a note over the words of somebody else, nor anything sent with it', async () => {
    const run = await addRun(app)
    const [anouk] = run.students as [number]
    const key = `${anouk}-${run.parts[0]}`
    const [teacher, planner] = [await app.as(3), await app.as(2)]
    await planner.post(url(run), { [`notes[${key}]`]: 'Belt terug' })
    const form = { [`notes[${key}]`]: 'Is ziek', [present(run, anouk)]: 0 }
    const refused = await teacher.post(url(run), { ...form, [`seen[${key}]`]: '' })
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ stale: { fields: { [`notes[${key}]`]: ['Is ziek', 'Belt terug'] } } })
    expect((await resultsOf(app, run.parts[0]!))[anouk]).toBe('/')
    expect((await teacher.post(url(run), { ...form, [`seen[${key}]`]: 'Belt terug' })).status).toBe(200)
    expect([await noteOf(app, run.parts[0]!, anouk), (await resultsOf(app, run.parts[0]!))[anouk]]).toEqual([
      'Is ziek',
      '0/0',
    ])
  })

  it('refuses a combination that the rules can never lead to, and stores nothing of that form [T-063]', async () => {
    const run = await addRun(app)
    const [anouk, gerrit] = run.students as [number, number]
    const answer = await (
      await app.as(3)
    ).post(url(run), {
      [present(run, gerrit)]: 1,
      [present(run, anouk)]: 0,
      [passed(run, anouk)]: 1,
    })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({
      [`passed_students.${anouk}-${run.parts[0]}`]: ['Geslaagd kan alleen bij wie aanwezig was.'],
    })
    expect(new Set(Object.values(await resultsOf(app, run.parts[0]!)))).toEqual(new Set(['/']))
  })

  it('refuses other values and an empty form [T-063]', async () => {
    const run = await addRun(app)
    const teacher = await app.as(3)
    expect((await teacher.post(url(run), { [present(run, run.students[0]!)]: 2 })).status).toBe(422)
    expect((await teacher.post(url(run))).status).toBe(422)
  })

  it('does not know a student of another part', async () => {
    const run = await addRun(app, { students: [app.story.contacts.anouk] })
    const teacher = await app.as(3)
    expect((await teacher.post(url(run), { [present(run, app.story.contacts.gerrit)]: 1 })).status).toBe(404)
  })

  it('lets the last of two savers win, and the history keeps both', async () => {
    const run = await addRun(app, { students: [app.story.contacts.anouk] })
    const [anouk] = run.students as [number]
    const [teacher, planner] = [await app.as(3), await app.as(2)]
    const answers = await Promise.all([
      teacher.post(url(run), { [present(run, anouk)]: 1, [passed(run, anouk)]: 1 }),
      planner.post(url(run), { [present(run, anouk)]: 0, [passed(run, anouk)]: 0 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { id } = await app.db
      .selectFrom('enrolments')
      .select('id')
      .where('appointment_id', '=', run.parts[0]!)
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
    expect((await resultsOf(app, run.parts[0]!))[anouk]).toBe(last)
  })
})

describe('who may what', () => {
  it('is for planners and the teacher; others are refused by role', async () => {
    const run = await addRun(app)
    const form = { [present(run, run.students[0]!)]: 1 }
    const seen = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (role) => {
        const person = await app.as(role)
        return [(await person.get(url(run))).status, (await person.post(url(run), form)).status]
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
    expect((await app.anonymous.get(url(run))).status).toBe(401)
  })

  it('shows a teacher nothing of a part that somebody else gives', async () => {
    const run = await addRun(app, { teacher: app.story.contacts.otherTeacher })
    const teacher = await app.as(3)
    expect((await teacher.get(url(run))).status).toBe(404)
    expect((await teacher.post(url(run), { [present(run, run.students[0]!)]: 1 })).status).toBe(404)
    expect(new Set(Object.values(await resultsOf(app, run.parts[0]!)))).toEqual(new Set(['/']))
  })

  it('does not take seeing a part for giving it: a teacher who plays the lotus there, or has people in it', async () => {
    const { contacts, users } = app.story
    const run = await addRun(app, { teacher: contacts.otherTeacher, students: [contacts.anouk] })
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: run.parts[0]!, contact_id: contacts.lotus, role_id: 6 })
      .execute()
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
        expect((await person.get(`/calendar/view-appointment/${run.parts[0]}`)).status).toBe(200)
        expect((await person.get(url(run))).status).toBe(404)
        expect((await person.post(url(run), { [present(run, contacts.anouk)]: 1 })).status).toBe(404)
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
    const run = await addRun(app, { students: [anouk, gerrit] })
    const teacher = await app.as(3)
    await teacher.post(url(run), { [passed(run, anouk)]: 1, [present(run, gerrit)]: 0 })
    await teacher.post(url(run), { [present(run, gerrit)]: '' })
    const { $ } = await teacher.get(url(run))
    const rows = $('[data-result]')
      .toArray()
      .map((row) => ({
        name: $(row).find('.c-main').text(),
        choices: $(row)
          .find('select')
          .toArray()
          .map((select) => $(select).val()),
        css: $(row)
          .find('select')
          .toArray()
          .map((select) => $(select).attr('class')),
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
        css: ['form-select tri is-empty', 'form-select tri is-empty'],
        options: ['', '1', '0'],
      },
      {
        name: 'Anouk van der Linden',
        choices: ['1', '1'],
        css: ['form-select tri is-yes', 'form-select tri is-yes'],
        options: ['', '1', '0'],
      },
    ])
    expect($('[data-results-state]').text()).toBe('Nog 2 keuzes open bij Gerrit Bakker')
    await teacher.post(url(run), { [present(run, gerrit)]: 0 })
    expect((await teacher.get(url(run))).$('[data-results-state]').text()).toBe('Alles ingevuld en opgeslagen')
  })

  it('opens over the calendar when its address is opened on its own', async () => {
    const run = await addRun(app)
    const answer = await (await app.as(3)).page(url(run))
    expect(answer.status).toBe(200)
    expect(answer.$('#popups').attr('data-open')).toBe(url(run))
  })

  it('offers finishing to planners only', async () => {
    const run = await addRun(app)
    const link = `a[href="/calendar/getFinishWizard/${run.parts[0]}"]`
    expect((await (await app.as(2)).get(url(run))).$(link)).toHaveLength(1)
    expect((await (await app.as(3)).get(url(run))).$(link)).toHaveLength(0)
  })

  it('says so when nobody is enrolled', async () => {
    const run = await addRun(app, { students: [] })
    const { $ } = await (await app.as(3)).get(url(run))
    expect($('.empty').text()).toContain('Er zijn nog geen cursisten ingeschreven')
  })
})
