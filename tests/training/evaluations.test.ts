// clock
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { personData } from '../../src/system/privacy/points.ts'
import { evaluationPath } from '../../src/training/messages/audiences/index.ts'
import { evaluationMoments } from '../../src/training/evaluations/submissions/index.ts'
import { type QuestionType, readAnswer } from '../../src/training/evaluations/questionnaires/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'
import { visitor } from '../support/visitor.ts'
import { addPeople } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
})
afterAll(() => app.close())

let names = 0
const newName = (what: string) => `${what} ${++names}`

interface Asks {
  name?: string
  type: QuestionType
  options?: number
  required?: boolean
  teacher?: boolean
}
const questionFields = (questions: Asks[], category = app.story.evaluations.category) =>
  Object.fromEntries(
    questions.flatMap(({ name, type, options, required, teacher: perTeacher }, i) =>
      Object.entries({
        name: name ?? `Vraag ${i + 1}`,
        type,
        category_id: category,
        option_group_id: options ?? '',
        required: required ? '1' : '',
        teacher: perTeacher ? '1' : '',
      }).map(([field, value]) => [`questions[${i}][${field}]`, value]),
    ),
  )

/** An evaluation in use, of a course of its own. */
async function addEvaluation(questions: Asks[], more: Record<string, string> = {}) {
  const form = { name: newName('Evaluatie'), open_days: '14', ...more, ...questionFields(questions) }
  const { id } = (await planner.post('/evaluations/add', form)).json<{ id: number }>()
  expect((await planner.post(`/evaluations/enable/${id}`)).status).toBe(204)
  const added = { description: newName('Opleiding'), code: newName('OPL') }
  const { id: course } = await app.db.insertInto('courses').values(added).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  await app.db.insertInto('course_evaluations').values({ course_id: course, evaluation_id: id }).execute()
  return { id, course }
}
const questionsOf = (id: number) =>
  app.db
    .selectFrom('evaluation_questions')
    .innerJoin('evaluation_versions', 'evaluation_versions.id', 'evaluation_questions.version_id')
    .select(['evaluation_questions.id', 'version_id', 'number', 'evaluation_questions.name', 'origin_id', 'type'])
    .where('evaluation_id', '=', id)
    .orderBy('number')
    .orderBy('position')
    .execute()

/** A planning that was held so many days ago, with who took part, each by the path of their own form. */
async function addHeld(course: number, people: number, { daysAgo = 2, teachers = [app.story.contacts.teacher] } = {}) {
  const planningId = await addEmptyPlanning(app.db, course)
  const starts_at = new Date(Date.now() - daysAgo * 86_400_000 - 3_600_000)
  const part = await addPart(app.db, { group_id: planningId, starts_at, minutes: 30, status: 'executed' })
  for (const contact_id of teachers) await addResponsible(app.db, { appointment_id: part, contact_id, role_id: 3 })
  const contacts = await addPeople(app, people)
  const rows = contacts.map((contact_id) => ({ appointment_id: part, contact_id, present: 1, created_at: new Date(starts_at.getTime() - 86_400_000) })) // prettier-ignore
  const enrolments = await app.db.insertInto('enrolments').values(rows).returning(['id', 'contact_id']).execute()
  return {
    planningId,
    part,
    students: enrolments.map(({ id, contact_id }) => ({
      id,
      contact_id,
      path: evaluationPath(app.services.config, id),
    })),
  }
}
type Sent = Record<string, string>
async function promised(version: number): Promise<string> {
  const { anonymous } = await app.db
    .selectFrom('evaluations')
    .innerJoin('evaluation_versions', 'evaluation_versions.evaluation_id', 'evaluations.id')
    .select('anonymous')
    .where('evaluation_versions.id', '=', version)
    .executeTakeFirstOrThrow()
  return anonymous ? '1' : ''
}
/** Sends the form of a student, as its script does: with what it promises now unless told. */
async function answer(path: string, version: number, answers: Sent, more: Sent = {}) {
  const fields = Object.fromEntries(Object.entries(answers).map(([key, value]) => [`answers[${key}]`, value]))
  return visitor(app).submit(
    '/login',
    { version_id: String(version), anonymous: await promised(version), script: '1', finish: '1', ...fields, ...more },
    path,
  )
}
const outcomeOf = async (sent: ReturnType<typeof answer>) => (await sent).json<{ outcome: string }>().outcome
const submissionsOf = (planningId: number) =>
  app.db.selectFrom('evaluation_submissions').selectAll().where('group_id', '=', planningId).execute()
const tasksOf = (part: number) =>
  app.db.selectFrom('tasks').select(['kind', 'title']).where('object_type', '=', 'appointment').where('object_id', '=', part).orderBy('id').execute() // prettier-ignore

describe('what is asked', () => {
  it('is of seven kinds, each read and scored from 0 to 100 [T-068]', () => {
    const options = [
      { id: 5, label: 'Helemaal', value: 100 },
      { id: 6, label: 'Half', value: 50 },
      { id: 7, label: 'Weet niet', value: null },
    ]
    const table: [QuestionType, string[], [string, number | null] | null | 'wrong'][] = [
      ['options', ['6'], ['Half', 50]],
      ['options', ['7'], ['Weet niet', null]],
      ['options', ['5', '6'], 'wrong'],
      ['options', ['9'], 'wrong'],
      ['options', [], null],
      ['several', ['5', '6', '7'], ['Helemaal, Half, Weet niet', 75]],
      ['sum', ['5:8', '6:9', '7:4'], ['Helemaal 8, Half 9, Weet niet 4', 70]],
      ['sum', ['5:8'], 'wrong'],
      ['rate', ['10'], ['10', 100]],
      ['rate', ['0'], 'wrong'],
      ['rate', ['11'], 'wrong'],
      ['open', ['  Goed  '], ['Goed', null]],
      ['open', ['   '], null],
      ['yes_no', ['0'], ['Nee', null]],
      ['yes_no', ['2'], 'wrong'],
      ['call', ['1'], ['Ja', null]],
    ]
    for (const [type, sent, wanted] of table) {
      const read = readAnswer({ type, options }, sent)
      const told = read === null || read === 'wrong' ? read : [read.told, read.score]
      expect([type, sent, told]).toEqual([type, sent, wanted])
    }
    fc.assert(
      fc.property(
        fc.constantFrom<QuestionType>('options', 'several', 'sum', 'rate', 'open', 'yes_no', 'call'),
        fc.array(fc.string()),
        (type, sent) => {
          const read = readAnswer({ type, options }, sent)
          return read === null || read === 'wrong' || read.score === null || (read.score >= 0 && read.score <= 100)
        },
      ),
    )
  })

  it('is switched on and off, copied with another name, and found by its words [T-140] [R-145] [R-146] [R-147]', async () => {
    const empty = (await planner.post('/evaluations/add', { name: newName('Leeg'), open_days: '14' })).json<{ id: number }>() // prettier-ignore
    expect((await planner.post(`/evaluations/enable/${empty.id}`)).status).toBe(422)
    const { id } = await addEvaluation([{ type: 'rate', name: 'Hoe vond u de lunch?' }])
    expect((await planner.post(`/evaluations/disable/${id}`)).status).toBe(204)
    const stored = await app.db.selectFrom('evaluations').select('enabled').where('id', '=', id).executeTakeFirst()
    expect(Number(stored?.enabled)).toBe(0)
    const copy = (await planner.post(`/evaluations/copy/${id}`)).json<{ id: number }>().id
    expect((await questionsOf(copy)).map(({ name, number }) => [name, number])).toEqual([['Hoe vond u de lunch?', 1]])
    const found = (await planner.get(`/evaluations/questions/find?name=LUNCH&evaluation_id=${id}`)).json<{ questions: { name: string }[]; evaluations: { id: number }[] }>() // prettier-ignore
    expect([found.questions.map(({ name }) => name), found.evaluations.map((one) => one.id)]).toEqual([['Hoe vond u de lunch?'], [id]]) // prettier-ignore
  })

  it('is found by the global search, which opens it [P-115] [P-065]', async () => {
    const { name } = await app.db.selectFrom('evaluations').select('name').where('id', '=', app.story.evaluations.named).executeTakeFirstOrThrow() // prettier-ignore
    const { data } = (await planner.get(`/ajax/superSearch?query=${encodeURIComponent(name)}`)).json<{ data: { searchable_type: string; searchable_id: number; searchable_field: string }[] }>() // prettier-ignore
    expect(data).toContainEqual(expect.objectContaining({ searchable_type: 'Evaluation', searchable_id: app.story.evaluations.named, searchable_field: 'name' })) // prettier-ignore
  })

  it('says that it could not be saved, and asks before it deletes [T-220] [T-242] [T-243] [T-244]', async () => {
    const { evaluations, evaluated } = app.story
    for (const path of [
      '/evaluations/add',
      `/evaluations/edit/${evaluations.named}`,
      `/evaluations/questions/view/${evaluations.question}`,
      '/evaluations/categories/add',
      '/evaluations/option-groups/add/',
    ])
      expect((await planner.get(path)).text).toContain('Er ging iets mis bij het opslaan.')
    const optionsOf = async (path: string) =>
      JSON.parse(Buffer.from((await planner.get(path)).$('[data-popup-options]').val() as string, 'base64').toString()) as { url: string; confirm?: string; kind: string }[] // prettier-ignore
    const [question] = await optionsOf(`/evaluations/questions/view/${evaluations.question}`)
    expect(question?.url).toBe(`/evaluations/questions/delete/${evaluations.question}`)
    expect(question?.confirm).toContain('De geschiedenis van evaluaties kan hierdoor beschadigd raken.')
    const ofEvaluation = await optionsOf(`/evaluations/view/${evaluations.named}`)
    expect(ofEvaluation).toContainEqual(expect.objectContaining({ kind: 'delete', url: `/evaluations/delete/${evaluations.named}` })) // prettier-ignore
    const [submission] = await optionsOf(`/evaluations/answers/${evaluated.planning}/${evaluated.contact}`)
    expect(submission?.confirm).toContain('Weet u zeker dat u deze ingevulde evaluatie wilt verwijderen?')
  })

  it('has answers to choose from, which are deleted by GET and POST while nothing asks them [T-212] [R-151]', async () => {
    const add = async () =>
      (await planner.post('/evaluations/option-groups/add/', { name: newName('Groep'), 'options[0][label]': 'A', 'options[1][label]': 'B' })).json<{ id: number }>().id // prettier-ignore
    const [byGet, byPost, used] = [await add(), await add(), await add()]
    await addEvaluation([{ type: 'options', options: used }])
    const headers = { cookie: planner.cookie, 'sec-fetch-site': 'same-origin' }
    const url = (id: number) => `/evaluations/option-groups/delete/${id}`
    expect((await planner.request(url(byGet), { headers: { ...headers, 'sec-fetch-site': 'cross-site' } })).status).toBe(403) // prettier-ignore
    expect((await planner.request(url(byGet), { headers })).status).toBe(204)
    expect((await planner.post(url(byPost))).status).toBe(204)
    expect((await planner.post(url(used))).status).toBe(409)
    const popup = await planner.get(`/evaluations/option-groups/view/${used}`)
    const [option] = JSON.parse(Buffer.from(popup.$('[data-popup-options]').val() as string, 'base64').toString()) as { kind: string }[] // prettier-ignore
    expect(option).toMatchObject({ kind: 'delete', label: 'Verwijderen' })
  })

  it('becomes another version once somebody answered; what was answered keeps its own', async () => {
    const { id, course } = await addEvaluation([
      { type: 'rate', name: 'Eerst' },
      { type: 'open', name: 'Opmerking' },
    ])
    const before = await questionsOf(id)
    const { students, planningId } = await addHeld(course, 1)
    expect(await outcomeOf(answer(students[0]!.path, before[0]!.version_id, { [`q${before[0]!.id}`]: '8' }))).toBe('done') // prettier-ignore
    const question = await planner.get(`/evaluations/questions/view/${before[0]!.id}`)
    const version = question.$('[name=version]').val() as string
    const edit = { name: 'Later', type: 'rate', category_id: app.story.evaluations.category, version }
    expect((await planner.post(`/evaluations/questions/view/${before[0]!.id}`, edit)).status).toBe(204)
    expect((await planner.post(`/evaluations/questions/delete/${before[1]!.id}`)).status).toBe(422)
    const after = await questionsOf(id)
    expect(after.map(({ number, name }) => [number, name])).toEqual([[1, 'Eerst'], [1, 'Opmerking'], [2, 'Later'], [2, 'Opmerking']]) // prettier-ignore
    expect(after.slice(2).map(({ origin_id }) => origin_id)).toEqual(before.map(({ origin_id }) => origin_id))
    expect((await planner.post(`/evaluations/questions/delete/${after[3]!.id}`)).status).toBe(204)
    expect((await questionsOf(id)).length).toBe(3)
    const [submission] = await submissionsOf(planningId)
    expect(submission?.version_id).toBe(before[0]!.version_id)
    expect((await planner.post(`/evaluations/delete/${id}`)).status).toBe(409)
  })
})

describe('the popups', () => {
  const labelsIn = ({ $ }: Awaited<ReturnType<Browser['get']>>) =>
    $('.form-label, .label-text').toArray().map((label) => $(label).text().replace(' *', '').trim()) // prettier-ignore
  const valueOf = ({ $ }: Awaited<ReturnType<Browser['get']>>, name: string) => $(`[name="${name}"]`).val()
  const sentBy = async (path: string, form: Sent) => (await planner.post(path, form)).json<{ id: number }>().id

  it('of a category ask and show its name [S-097] [S-098] [R-134] [R-135]', async () => {
    expect(labelsIn(await planner.get('/evaluations/categories/add'))).toEqual(['Naam'])
    const name = newName('Categorie')
    const id = await sentBy('/evaluations/categories/add', { name })
    const shown = await planner.get(`/evaluations/categories/view/${id}`)
    expect([shown.$('.popup-title').text().trim(), valueOf(shown, 'name')]).toEqual([name, name])
    expect((await planner.post('/evaluations/categories/add', { name })).status).toBe(422)
  })

  it('of answers to choose from ask each with its score [S-101] [S-102] [R-143] [R-144]', async () => {
    const form = { name: newName('Groep'), 'options[0][label]': 'Goed', 'options[0][value]': '90', 'options[1][label]': 'Niet' } // prettier-ignore
    expect(labelsIn(await planner.get('/evaluations/option-groups/add/')).slice(0, 3)).toEqual(['Naam', 'Antwoord', 'Score in procent']) // prettier-ignore
    const shown = await planner.get(`/evaluations/option-groups/view/${await sentBy('/evaluations/option-groups/add/', form)}`) // prettier-ignore
    expect(['options[0][label]', 'options[0][value]', 'options[1][value]'].map((name) => valueOf(shown, name))).toEqual(['Goed', '90', '']) // prettier-ignore
  })

  it('of a question ask what and how [S-099] [S-100] [R-136] [R-137]', async () => {
    const { id } = await addEvaluation([{ type: 'rate' }])
    const wanted = ['Vraag', 'Soort', 'Categorie', 'Antwoorden', 'Uitleg bij de vraag', 'Verplicht', 'Voor elke docent apart'] // prettier-ignore
    expect(labelsIn(await planner.get(`/evaluations/questions/add?evaluation_id=${id}`))).toEqual(wanted)
    const form = { name: 'Waarom?', type: 'open', category_id: String(app.story.evaluations.category), description: 'Kort' } // prettier-ignore
    const question = await sentBy(`/evaluations/questions/add?evaluation_id=${id}`, form)
    const shown = await planner.get(`/evaluations/questions/view/${question}`)
    expect([labelsIn(shown), valueOf(shown, 'name'), valueOf(shown, 'description')]).toEqual([wanted, 'Waarom?', 'Kort']) // prettier-ignore
    const chosen = { ...form, type: 'options' }
    expect((await planner.post(`/evaluations/questions/add?evaluation_id=${id}`, chosen)).json()).toEqual({ option_group_id: ['Kies de antwoorden.'] }) // prettier-ignore
  })

  it('of an evaluation ask it with its questions and show these by category [S-103] [S-104] [R-139] [R-140]', async () => {
    expect(labelsIn(await planner.get('/evaluations/add')).slice(0, 3)).toEqual(['Naam', 'Open tot in dagen na het laatste onderdeel', 'Taak bij een cijfer onder in procent']) // prettier-ignore
    const { id } = await addEvaluation([
      { type: 'rate', name: 'Eerst' },
      { type: 'open', name: 'Dan' },
    ])
    const { $ } = await planner.get(`/evaluations/view/${id}`)
    expect($('tbody a').toArray().map((one) => $(one).text())).toEqual(['Eerst', 'Dan']) // prettier-ignore
    // Their order is that of the form.
    const [first, then] = await questionsOf(id)
    const version = (await planner.get(`/evaluations/edit/${id}`)).$('[name=version]').val() as string
    const turned = questionFields([
      { type: 'open', name: 'Dan' },
      { type: 'rate', name: 'Eerst' },
    ])
    const ids = { 'questions[0][id]': String(then!.id), 'questions[1][id]': String(first!.id) }
    const { name } = await app.db.selectFrom('evaluations').select('name').where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect((await planner.post(`/evaluations/edit/${id}`, { name, open_days: '14', version, ...turned, ...ids })).status).toBe(204) // prettier-ignore
    expect((await questionsOf(id)).map((one) => [one.name, one.origin_id])).toEqual([['Dan', then!.id], ['Eerst', first!.id]]) // prettier-ignore
    expect((await planner.post(`/evaluations/edit/${id}`, { name, open_days: '14', version })).status).toBe(409)
  })

  it('go with what is deleted, and questions are found by name [R-148] [R-149] [R-150] [R-152]', async () => {
    const questions = questionFields([{ type: 'open', name: 'Vervalt' }]) as Sent
    const evaluation = await sentBy('/evaluations/add', { name: newName('Weg'), open_days: '3', ...questions })
    const [own] = await questionsOf(evaluation)
    const found = async () => (await planner.get('/evaluations/questions/find?name=vervalt')).json<{ questions: object[] }>().questions.length // prettier-ignore
    expect(await found()).toBe(1)
    expect((await planner.post(`/evaluations/questions/delete/${own!.id}`)).status).toBe(204)
    expect(await found()).toBe(0)
    expect((await planner.post(`/evaluations/delete/${evaluation}`)).status).toBe(204)
    expect((await planner.get(`/evaluations/view/${evaluation}`)).status).toBe(404)
    const { planning, contact } = app.story.evaluated
    expect((await planner.post(`/evaluations/delete-submission/${planning}/99999`)).status).toBe(404)
    expect((await teacher.post(`/evaluations/delete-submission/${planning}/${contact}`)).status).toBe(403)
  })

  it('of a planning tell who answered and what [S-105] [S-106] [R-141] [R-142]', async () => {
    const { id, course } = await addEvaluation([{ type: 'rate', name: 'Hoe was het?' }])
    const [rate] = await questionsOf(id)
    const { students, part, planningId } = await addHeld(course, 2)
    await answer(students[0]!.path, rate!.version_id, { [`q${rate!.id}`]: '7' })
    const { $ } = await planner.get(`/evaluations/details/${part}`)
    const rows = $('tbody tr').toArray().map((row) => $(row).find('td').toArray().slice(1).map((cell) => $(cell).text())) // prettier-ignore
    expect(rows.toSorted()).toEqual([['Ingevuld', '7,0'], ['Nog niet', '']]) // prettier-ignore
    const given = await planner.get(`/evaluations/answers/${planningId}/${students[0]!.contact_id}`)
    expect(given.$('.dl').text().replace(/\s+/g, ' ').trim()).toBe('Hoe was het?7 7,0')
  })

  it('of a part have the code that its room scans [S-107] [R-138]', async () => {
    const { $ } = await planner.get(`/evaluations/appointment-qr/${app.story.evaluated.appointment}`)
    expect($('svg[aria-label="QR-code naar de evaluatie"] path').attr('d')).toMatch(/^M\d/)
    expect($('input[readonly]').val()).toMatch(/\/evaluations\/student\/[\w-]{32}$/)
  })

  it('choose evaluations and answers to choose from by selectors [P-083]', async () => {
    for (const [type, words] of [['evaluation', 'opleiding'], ['evaluation_option_group', 'aansluiting'], ['evaluation_category', 'docent']] as const) // prettier-ignore
      expect((await planner.get(`/ajax/specialSelectorSearch?type=${type}&v=${words}&returnObjects=true`)).text.toLowerCase()).toContain(words) // prettier-ignore
  })
})

describe('the form of a student', () => {
  const QUESTIONS: Asks[] = [{ type: 'rate', required: true, teacher: true }, { type: 'open' }]

  it('needs no login, asks each screen with its own button, and keeps what was begun by name [P-007] [T-049] [T-199]', async () => {
    const { id, course } = await addEvaluation(QUESTIONS)
    const [rate, open] = await questionsOf(id)
    const { students, planningId } = await addHeld(course, 1, { teachers: [app.story.contacts.teacher] })
    const { path } = students[0]!
    const page = await app.anonymous.page(path)
    expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([200, 'no-store', 'noindex']) // prettier-ignore
    const screens = page.$('[data-evaluation-screen]').length
    expect([page.$('progress').length, page.$('[data-evaluation-submit]').length]).toEqual([1, screens])
    const key = `q${rate!.id}_${app.story.contacts.teacher}`
    expect(page.$(`[name="answers[${key}]"]`).length).toBe(10)
    // 20 looks change nothing.
    for (let i = 0; i < 20; i++) await app.anonymous.page(path)
    expect(await submissionsOf(planningId)).toEqual([])
    expect(await outcomeOf(answer(path, rate!.version_id, { [`q${open!.id}`]: 'Later verder' }, { finish: '' }))).toBe('kept') // prettier-ignore
    const other = await app.anonymous.page(path)
    expect(other.$(`textarea[name="answers[q${open!.id}]"]`).text()).toBe('Later verder')
    const missing = await answer(path, rate!.version_id, { [`q${open!.id}`]: 'Klaar' })
    expect([missing.status, missing.json()]).toEqual([422, { _form: ['Er ging iets mis. Controleer uw antwoorden.'] }])
    expect(await outcomeOf(answer(path, rate!.version_id, { [key]: '9', [`q${open!.id}`]: 'Klaar' }))).toBe('done')
    expect(await outcomeOf(answer(path, rate!.version_id, { [key]: '1' }))).toBe('done')
    const [done] = await submissionsOf(planningId)
    const stored = await app.db.selectFrom('evaluation_answers').select(['told', 'score']).where('submission_id', '=', done!.id).orderBy('question_id').execute() // prettier-ignore
    expect(stored).toEqual([{ told: '9', score: 90 }, { told: 'Klaar', score: null }]) // prettier-ignore
    expect((await app.anonymous.page(path)).$('h1').text()).toBe('Bedankt voor uw antwoorden')
  })

  it('says what went wrong of a form that does not fit [T-236] [M-068]', async () => {
    const { id, course } = await addEvaluation(QUESTIONS)
    const [rate] = await questionsOf(id)
    const { students } = await addHeld(course, 1)
    const sent = await visitor(app).submit(students[0]!.path, { version_id: String(rate!.version_id), finish: '1' })
    expect([sent.status, sent.$('[data-evaluation-wrong]').text()]).toEqual([422, 'Er ging iets mis. Controleer uw antwoorden.']) // prettier-ignore
  })

  it('leads nowhere for who was absent, after its last day, and for a link that nobody made', async () => {
    const { id, course } = await addEvaluation(QUESTIONS)
    const [rate] = await questionsOf(id)
    const late = await addHeld(course, 1, { daysAgo: 20 })
    const absent = await addHeld(course, 1)
    await app.db.updateTable('enrolments').set({ present: 0 }).where('id', '=', absent.students[0]!.id).execute()
    const gone = [late.students[0]!.path, absent.students[0]!.path, `/evaluations/submit/${'x'.repeat(32)}`]
    const titles = await Promise.all(gone.map(async (path) => (await app.anonymous.page(path)).$('h1').text()))
    expect(new Set(titles)).toEqual(new Set(['Deze link is niet meer in gebruik']))
    expect(await outcomeOf(answer(late.students[0]!.path, rate!.version_id, {}))).toBe('over') // prettier-ignore
  })

  it('is asked of who took part and did not answer, until it closes', async () => {
    const { id, course } = await addEvaluation(QUESTIONS)
    const [rate] = await questionsOf(id)
    const { students, planningId } = await addHeld(course, 3)
    await app.db.updateTable('enrolments').set({ present: 0 }).where('id', '=', students[2]!.id).execute()
    const asked = async () => {
      const { rows } = await evaluationMoments[0]!.subjects({ scope: planningId }, 'students').execute(app.db)
      return rows.map(({ recipient_id }) => recipient_id).toSorted((a, b) => a - b)
    }
    expect(await asked()).toEqual([students[0]!.contact_id, students[1]!.contact_id])
    await answer(students[0]!.path, rate!.version_id, { [`q${rate!.id}_${app.story.contacts.teacher}`]: '9' })
    expect(await asked()).toEqual([students[1]!.contact_id])
  })

  it('makes a low score a task of the planning, and calls who wants to be called', async () => {
    const { id, course } = await addEvaluation([{ type: 'rate' }, { type: 'call' }], { low_score: '60' })
    const [rate, call] = await questionsOf(id)
    const { students, part } = await addHeld(course, 2)
    const sent = { [`q${rate!.id}`]: '4', [`q${call!.id}`]: '1' }
    expect((await answer(students[0]!.path, rate!.version_id, sent)).status).toBe(422)
    expect(await outcomeOf(answer(students[0]!.path, rate!.version_id, sent, { call_phone: '06 12345678' }))).toBe('done') // prettier-ignore
    await answer(students[1]!.path, rate!.version_id, { [`q${rate!.id}`]: '9' })
    const found = await tasksOf(part)
    expect(found.map(({ kind }) => kind)).toEqual(['low_score', 'call_back'])
    expect(found[0]!.title).toContain('4,0')
    expect(found[1]!.title).toMatch(/Persoon\d+, 06 12345678$/)
  })
})

describe('without a name', () => {
  /** Everything in the database, as text. */
  async function whole(tables: string[]): Promise<Record<string, string>> {
    const all: Record<string, string> = {}
    for (const table of tables) {
      const { rows } = await app.pool.query<{ row: string }>(
        `select to_jsonb(t)::text || t.xmin::text as row from ${table} t`,
      )
      all[table] = rows.map(({ row }) => row).join('\n')
    }
    return all
  }

  it('nothing leads from an answer to who gave it: no key, time, order, transaction, mail or repeat', async () => {
    const { id, course } = await addEvaluation([{ type: 'rate' }, { type: 'open' }], { anonymous: '1' })
    const [rate, open] = await questionsOf(id)
    const { students, planningId } = await addHeld(course, 8)
    for (const [i, { path }] of students.entries()) {
      // What was begun stays on the phone.
      await answer(path, rate!.version_id, { [`q${rate!.id}`]: String(i + 1) }, { finish: '' })
      expect(await submissionsOf(planningId)).toHaveLength(i)
      expect(await outcomeOf(answer(path, rate!.version_id, { [`q${rate!.id}`]: String(i + 1), [`q${open!.id}`]: `Opmerking van nummer ${i + 1}` }))).toBe('done') // prettier-ignore
      expect(await outcomeOf(answer(path, rate!.version_id, { [`q${rate!.id}`]: '1' }))).toBe('done')
    }
    const { rows: given } = await app.pool.query<Record<string, unknown>>(
      `select s.id, s.xmin::text, a.xmin::text as answer_xmin, a.score, to_jsonb(s) as facts from evaluation_submissions s
       join evaluation_answers a on a.submission_id = s.id and a.score is not null where s.group_id = $1 order by s.ctid`,
      [planningId],
    )
    const { rows: struck } = await app.pool.query<Record<string, unknown>>(
      `select contact_id, day::text, xmin::text, id from evaluation_struck_off where group_id = $1 order by ctid`,
      [planningId],
    )
    expect([given.length, struck.length]).toEqual([8, 8])
    // Keys and times: what differs between two submissions is their id alone, and no other table has it but their answers.
    const differing = new Set(given.flatMap(({ facts }) => Object.keys(facts as object).filter((key) => new Set(given.map((one) => JSON.stringify((one.facts as Record<string, unknown>)[key]))).size > 1))) // prettier-ignore
    expect([...differing]).toEqual(['id'])
    // Transactions: all of them were written by the last one.
    expect(new Set([...given, ...struck].map(({ xmin }) => xmin)).size).toBe(1)
    expect(new Set(struck.map(({ day }) => day)).size).toBe(1)
    // Order: eight in the order in which they came would be one chance in 40,320, twice.
    const order = given.map(({ score }) => Number(score) / 10)
    const came = struck.map(({ contact_id }) => students.findIndex((one) => one.contact_id === contact_id) + 1)
    const inOrder = [1, 2, 3, 4, 5, 6, 7, 8]
    expect(order.toSorted((a, b) => a - b)).toEqual(inOrder)
    expect(JSON.stringify(order) === JSON.stringify(inOrder) && JSON.stringify(came) === JSON.stringify(inOrder)).toBe(false) // prettier-ignore
    // Nothing else in the database says what was answered, or by which submission.
    const { rows: tables } = await app.pool.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('evaluation_answers', 'evaluation_submissions')`,
    )
    const elsewhere = await whole(tables.map(({ name }) => name))
    const telling = [...given.map((one) => String(one.id)), 'Opmerking van nummer']
    for (const [table, text] of Object.entries(elsewhere))
      expect([table, telling.filter((word) => text.includes(word))]).toEqual([table, []])
    for (const { contact_id } of students)
      expect((await planner.get(`/evaluations/answers/${planningId}/${contact_id}`)).status).toBe(404)
  })

  it('is kept what a form promised, whatever is changed while somebody answers', async () => {
    const questions: Asks[] = [{ type: 'rate' }]
    const { id, course } = await addEvaluation(questions, { anonymous: '1' })
    const [rate] = await questionsOf(id)
    const { students, planningId } = await addHeld(course, 3)
    const sends = (i: number, promise: string, finish = '1') =>
      answer(students[i]!.path, rate!.version_id, { [`q${rate!.id}`]: '2' }, { anonymous: promise, finish })
    const named = async () => (await submissionsOf(planningId)).map(({ contact_id, done }) => [contact_id, done])
    const save = async (anonymous: string) => {
      const page = await planner.get(`/evaluations/edit/${id}`)
      const [name, version] = ['name', 'version'].map((field) => page.$(`[name="${field}"]`).val() as string)
      const sent = await planner.post(`/evaluations/edit/${id}`, { name: name!, version: version!, open_days: '14', anonymous, ...questionFields(questions), 'questions[0][id]': String(rate!.id) }) // prettier-ignore
      return sent.status === 204 ? '' : sent.json<{ anonymous: string[] }>().anonymous[0]
    }
    // In use it is not switched; switched off it is, and who had its form open is asked again.
    expect(await save('')).toBe('Deze evaluatie is in gebruik. Deactiveer haar eerst om dit te wijzigen.')
    await planner.post(`/evaluations/disable/${id}`)
    expect(await save('')).toBe('')
    await planner.post(`/evaluations/enable/${id}`)
    expect(await outcomeOf(sends(0, '1'))).toBe('changed')
    expect(await outcomeOf(sends(0, '1', ''))).toBe('changed')
    expect(await named()).toEqual([])
    const asked = await visitor(app).submit(students[0]!.path, { anonymous: '1', finish: '1', [`answers[q${rate!.id}]`]: '2' }) // prettier-ignore
    expect(asked.$('[data-evaluation-wrong]').text()).toContain('Deze evaluatie is intussen gewijzigd.')
    // What was begun by name holds it as what was answered does, and goes once its own person answers without one.
    expect(await outcomeOf(sends(1, '', ''))).toBe('kept')
    await planner.post(`/evaluations/disable/${id}`)
    expect(await save('1')).toBe('Deze evaluatie is al ingevuld of begonnen. Maak een kopie om dit te wijzigen.')
    await app.db.updateTable('evaluations').set({ anonymous: true, enabled: true }).where('id', '=', id).execute()
    expect((await visitor(app).request(students[1]!.path)).$('input:checked').length).toBe(0)
    expect(await outcomeOf(sends(1, ''))).toBe('changed')
    expect(await outcomeOf(sends(1, '1'))).toBe('done')
    expect(await named()).toEqual([[null, true]])
  })

  it('is promised still when the switch is taken back after somebody answered', async () => {
    const { id, course } = await addEvaluation([{ type: 'rate' }])
    const [rate] = await questionsOf(id)
    const { students } = await addHeld(course, 1)
    const asked = app.db.deleteFrom('course_evaluations').where('evaluation_id', '=', id)
    await asked.execute()
    const page = await planner.get(`/evaluations/edit/${id}`)
    const [name, version] = ['name', 'version'].map((field) => page.$(`[name="${field}"]`).val() as string)
    const form = { name: name!, version: version!, open_days: '14', anonymous: '1', ...questionFields([{ type: 'rate' }]), 'questions[0][id]': String(rate!.id) } // prettier-ignore
    const { undo } = await planner.post(`/evaluations/edit/${id}`, form)
    await app.db.insertInto('course_evaluations').values({ course_id: course, evaluation_id: id }).execute()
    expect(await outcomeOf(answer(students[0]!.path, rate!.version_id, { [`q${rate!.id}`]: '2' }))).toBe('done')
    const undone = await planner.post(`/undo/${undo!.set}`, {})
    expect([undone.status, undone.text]).toEqual([409, expect.stringContaining('al ingevuld of begonnen')])
  })

  it('nothing is told below four answers, nor by what two filters leave between them', async () => {
    const { id, course } = await addEvaluation([{ type: 'rate' }, { type: 'open' }], {
      anonymous: '1',
      low_score: '60',
    })
    const [rate, open] = await questionsOf(id)
    const small = await addHeld(course, 3)
    const large = await addHeld(course, 5, { daysAgo: 4 })
    const send = async (path: string, rated: number, text = '') =>
      answer(path, rate!.version_id, { [`q${rate!.id}`]: String(rated), ...(text && { [`q${open!.id}`]: text }) })
    for (const { path } of small.students) await send(path, 2, 'Drie opmerkingen')
    const figures = async (query: string) =>
      (await planner.get(`/evaluations/statistics?evaluation_id=${id}&${query}`)).json<{ score: number | null; count: number; categories: unknown[] }>() // prettier-ignore
    const view = async () => (await planner.get(`/evaluations/statisticsView/evaluation/${id}`)).text
    expect(await figures('')).toMatchObject({ score: null, count: 3, categories: [] })
    expect(await view()).not.toContain('Drie opmerkingen')
    expect(await tasksOf(small.part)).toEqual([])
    for (const { path } of large.students.slice(0, 4)) await send(path, 5, 'Vier opmerkingen')
    // The three of the other planning are in no total, so that taking one from the other leaves nothing of them.
    expect(await figures('')).toMatchObject({ score: 50, count: 7 })
    expect(await figures(`appointment_id=${large.part}`)).toMatchObject({ score: 50, count: 4 })
    expect(await figures(`appointment_id=${small.part}`)).toMatchObject({ score: null })
    const shown = await view()
    expect([shown.includes('Drie opmerkingen'), shown.includes('Vier opmerkingen')]).toEqual([false, true])
    expect((await tasksOf(large.part)).map(({ kind }) => kind)).toEqual(['low_score'])
  })

  it('four more are told at once, of one day and place, and none of them says who wants to be called', async () => {
    const questions: Asks[] = [{ type: 'rate' }, { type: 'open' }, { type: 'call' }]
    const { id, course } = await addEvaluation(questions, { anonymous: '1' })
    const [rate, open, call] = await questionsOf(id)
    const { students, part, planningId } = await addHeld(course, 9)
    const { rooms, establishments } = app.story
    const ofPlace = async (place: number) => {
      const asked = `evaluation_id=${id}&establishment_id=${place}`
      const { score } = (await planner.get(`/evaluations/statistics?${asked}`)).json<{ score: number | null }>()
      const told = (await planner.get(`/evaluations/statisticsView/evaluation/${id}?establishment_id=${place}`)).text
      return [score, students.filter((_, i) => told.includes(`Opmerking ${i + 1}!`)).length]
    }
    const seen: unknown[] = []
    for (const [i, { path }] of students.entries()) {
      // Halfway through the first four it moves to another place and day.
      const elsewhere = { room_id: i < 3 ? rooms.deventerA : rooms.zwolle1 }
      await app.db.updateTable('appointments').set(elsewhere).where('id', '=', part).execute()
      const answers = { [`q${rate!.id}`]: i < 4 ? '5' : '9', [`q${open!.id}`]: `Opmerking ${i + 1}!`, [`q${call!.id}`]: '1' } // prettier-ignore
      const who = { call_name: `Beller ${i}`, call_phone: '06 12345678' }
      expect(await outcomeOf(answer(path, rate!.version_id, answers, who))).toBe('done')
      seen.push([await ofPlace(establishments.deventer), await ofPlace(establishments.zwolle)])
    }
    const [none, four, eight] = [
      [null, 0],
      [50, 4],
      [70, 8],
    ]
    const places = seen.map((one) => (one as unknown[][]).toSorted((a, b) => Number(a[1]) - Number(b[1])))
    expect(places).toEqual([none, none, none, four, four, four, four, eight, eight].map((one) => [none, one]))
    expect((await tasksOf(part)).filter(({ kind }) => kind === 'call_back')).toHaveLength(9)
    const kept = await app.db.selectFrom('evaluation_answers').innerJoin('evaluation_submissions', 'evaluation_submissions.id', 'submission_id').select('question_id').where('group_id', '=', planningId).execute() // prettier-ignore
    expect(kept.filter(({ question_id }) => question_id === call!.id)).toEqual([])
  })

  it('what lost its names is told from four people on', async () => {
    const { id, course } = await addEvaluation([{ type: 'rate' }, { type: 'rate' }])
    const [first, second] = await questionsOf(id)
    const ofEvaluations = app.services.registry.all(personData).find(({ key }) => key === 'evaluations')!
    for (const [people, told] of [
      [3, [null, 0]],
      [4, [80, 4]],
    ] as const) {
      const { students, part } = await addHeld(course, people)
      for (const { path } of students) await answer(path, first!.version_id, { [`q${first!.id}`]: '8', [`q${second!.id}`]: '8' }) // prettier-ignore
      for (const { contact_id } of students)
        await inTransaction(app.db, null, (trx) => ofEvaluations.anonymise!(trx, contact_id, app.services))
      const { score } = (await planner.get(`/evaluations/statistics?appointment_id=${part}`)).json<{ score: number | null }>() // prettier-ignore
      const { $ } = await planner.get(`/evaluations/statistics/answers?appointment_id=${part}&question=${first!.id}`)
      expect([score, $('tbody tr').length]).toEqual(told)
    }
  })
})

describe('what came out', () => {
  it('is what a recount of random answers says, of all and of each part of it [P-261] [T-213] [R-153]', async () => {
    const { id, course } = await addEvaluation([
      { type: 'rate', teacher: true },
      { type: 'rate', name: 'Ruimte' },
    ])
    const [first, second] = await questionsOf(id)
    const teachers = [app.story.contacts.teacher, app.story.contacts.lotus ?? app.story.contacts.anouk]
    const held = [await addHeld(course, 6, { daysAgo: 3, teachers }), await addHeld(course, 5, { daysAgo: 9 })]
    const given: { planning: number; teacher: number | null; question: number; score: number }[] = []
    let seed = 7
    const random = () => ((seed = (seed * 16_807) % 2_147_483_647) % 10) + 1
    for (const [planning, { students }] of held.entries())
      for (const { path } of students) {
        const asked = planning === 0 ? teachers : teachers.slice(0, 1)
        const rated = asked.map((teacher) => ({ planning, teacher, question: first!.id, score: random() * 10 }))
        const room = { planning, teacher: null, question: second!.id, score: random() * 10 }
        given.push(...rated, room)
        const answers = Object.fromEntries(rated.map((one) => [`q${first!.id}_${one.teacher}`, String(one.score / 10)]))
        await answer(path, first!.version_id, { ...answers, [`q${second!.id}`]: String(room.score / 10) })
      }
    const mean = (rows: typeof given) => rows.reduce((sum, { score }) => sum + score, 0) / rows.length
    interface Figures {
      score: number
      count: number
      categories: { count: number; questions: { id: number; teacher: string | null; count: number; score: number }[] }[]
      printOptions: { name: string; url: string }[]
    }
    const figures = async (query: string, by = planner) => (await by.get(`/evaluations/statistics?evaluation_id=${id}${query}`)).json<Figures>() // prettier-ignore
    const all = await figures('')
    expect(all.count).toBe(11)
    expect(all.score).toBeCloseTo(mean(given), 6)
    const ofRoom = all.categories[0]!.questions.find((one) => one.id === second!.id)!
    const rooms = given.filter(({ question }) => question === second!.id)
    expect([ofRoom.count, ofRoom.score]).toEqual([rooms.length, expect.closeTo(mean(rooms), 6)])
    expect(all.categories[0]!.questions.filter((one) => one.id === first!.id).map(({ count }) => count).toSorted()).toEqual([11, 6]) // prettier-ignore
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
    const late = await figures(`&dateRange[from]=${day}`)
    expect([late.count, late.score]).toEqual([
      6,
      expect.closeTo(mean(given.filter(({ planning }) => planning === 0)), 6),
    ])
    const early = await figures(`&dateRange[to]=${day}`)
    expect([early.count, early.score]).toEqual([
      5,
      expect.closeTo(mean(given.filter(({ planning }) => planning === 1)), 6),
    ])
    // Who teaches has what was said of them, and of nobody in particular, whatever else is asked.
    const own = await figures('', teacher)
    const ofTeacher = given.filter((one) => one.teacher === null || one.teacher === teachers[0])
    expect(own.score).toBeCloseTo(mean(ofTeacher), 6)
    expect((await teacher.get(`/evaluations/statisticsView/teacher/${teachers[1]}`)).status).toBe(404)
    expect((await teacher.get(`/evaluations/statistics?teacher_id=${teachers[1]}`)).json<Figures>().categories.flatMap(({ questions }) => questions).filter(({ teacher: name }) => name !== null && all.categories[0]!.questions.some((one) => one.teacher === name && one.count === 6))).toEqual([]) // prettier-ignore
    const view = await planner.get(`/evaluations/statisticsView/evaluation/${id}`)
    expect(view.$('.evaluation-score').text()).toBe((mean(given) / 10).toFixed(1).replace('.', ','))
    const csv = await planner.request(all.printOptions.find(({ name }) => name === 'CSV')!.url, { headers: { cookie: planner.cookie } }) // prettier-ignore
    expect(csv.text).toContain((mean(rooms) / 10).toFixed(1).replace('.', ','))
  })

  it('is shown with filters, and asked again half a second after one changed [T-255] [S-108] [R-154]', async () => {
    const { $ } = await planner.get('/evaluations/statisticsView/all/0')
    const filters = $('.evaluation-filters [name]').toArray().map((field) => $(field).attr('name')) // prettier-ignore
    expect(filters).toEqual(['dateRange[from]', 'dateRange[to]', 'course_id', 'teacher_id', 'establishment_id', 'company_id', 'evaluation_id']) // prettier-ignore
    expect($('[data-figures] svg circle').length).toBeGreaterThan(1)
    expect((await planner.get('/evaluations/statisticsView/course/0')).status).toBe(404)
    expect((await planner.get('/evaluations/statisticsView/nonsense/1')).status).toBe(404)
    expect($('.evaluation-filters').attr('hx-trigger')).toContain('change delay:500ms, input delay:500ms')
  })

  it('is told of what the viewer may see, and of nothing that is no number of a record', async () => {
    const { evaluations, companies, appointments, courses } = app.story
    for (const [type, id] of [
      ['evaluation', evaluations.spare],
      ['company', companies.vanLoon],
      ['appointment', appointments.foreign],
    ] as const)
      // prettier-ignore
      for (const path of [`/evaluations/statisticsView/${type}/${id}`, `/evaluations/statistics?${type}_id=${id}`, `/evaluations/statistics/answers?${type}_id=${id}`]) // prettier-ignore
        expect([path, (await teacher.get(path)).status]).toEqual([path, 404])
    expect((await teacher.get(`/evaluations/statisticsView/course/${courses.bhv}`)).status).toBe(200)
    for (const asked of ['question', 'category'])
      for (const value of ['9999999999', '1.5', 'Infinity', '-1', 'x'])
        expect([value, (await planner.get(`/evaluations/statistics/answers?${asked}=${value}`)).status]).toEqual([value, 200]) // prettier-ignore
  })

  it('goes with its person: what was said by name is read, and loses its name and its words', async () => {
    const { id, course } = await addEvaluation([{ type: 'rate' }, { type: 'open' }])
    const [rate, open] = await questionsOf(id)
    const { students, planningId } = await addHeld(course, 1)
    const { path, contact_id } = students[0]!
    await answer(path, rate!.version_id, { [`q${rate!.id}`]: '7', [`q${open!.id}`]: 'Mijn eigen woorden' })
    expect((await planner.get(`/evaluations/answers/${planningId}/${contact_id}`)).text).toContain('Mijn eigen woorden')
    expect((await teacher.get(`/evaluations/answers/${planningId}/${contact_id}`)).status).toBe(200)
    expect((await planner.post(`/evaluations/delete-submission/${planningId}/${contact_id}`)).status).toBe(204)
    expect((await planner.get(`/evaluations/answers/${planningId}/${contact_id}`)).status).toBe(404)
    expect((await app.anonymous.page(path)).$('[data-evaluation-form]').length).toBe(1)
  })
})
