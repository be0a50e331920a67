import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { uploadKey } from '../../src/platform/files/uploaded-images.ts'
import {
  FillingForm,
  fillIn,
  fillingModel,
  findSubmission,
  listAnswers,
  type Measured,
} from '../../src/system/checklists/index.ts'
import { type Answer, type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { shownFields } from '../support/example-calls.ts'
import { readPdf } from '../support/pdf.ts'
import { pngOf } from '../support/images.ts'
import { viewerWith } from '../support/viewer.ts'
import { PNG, uploadImage } from '../support/upload.ts'
import { addHeldPlanning } from './held-planning.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
})
afterAll(() => app.close())

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SIGNATURE = `data:image/png;base64,${DOT}`

type Fields = Record<string, FormValue>
function checklistForm(name: string, blocks: Fields[]): Fields {
  const form: Fields = { name, active: '1' }
  blocks.forEach((block, i) => {
    for (const [field, value] of Object.entries({ label: `Vraag ${i + 1}`, kind: 'yes-no', ...block }))
      form[`blocks[${i}][${field}]`] = value
  })
  return form
}

let lists = 0
const newName = () => `Checklist ${++lists}`
async function addChecklist(blocks: Fields[], name = newName()): Promise<number> {
  const answer = await planner.post('/checklist/add', checklistForm(name, blocks))
  expect(answer.status).toBe(200)
  return answer.json<{ id: number }>().id
}

/** A part that the story's teacher gave, of a course that asks this checklist. */
async function addPart(blocks: Fields[]): Promise<{ part: number; checklist: number; course: number }> {
  const checklist = await addChecklist(blocks)
  const { parts, planningId } = await addHeldPlanning(app)
  const { course_id: course } = await app.db
    .selectFrom('appointment_groups')
    .select('course_id')
    .where('id', '=', planningId)
    .executeTakeFirstOrThrow()
  await app.owner.pool.query('update courses set checklist_id = $1 where id = $2', [checklist, course])
  return { part: parts[0]!, checklist, course }
}

const pathOf = (part: number) => `/checklist/submissionForAppointment/${part}`
async function fill(part: number, values: Fields, browser = teacher): Promise<Answer> {
  const form = shownFields((await browser.get(pathOf(part))).$)
  return browser.post(pathOf(part), { ...form, ...values })
}
const tabOf = (part: number, browser = planner) => browser.get(`/checklist/ofAppointment/${part}`)
const answersOf = async (part: number) =>
  (
    await app.owner.pool.query<{ label: string; answer: string; remark: string; files: number }>(
      `select a.label, a.answer, a.remark, (select count(*) from checklist_answer_files f where f.answer_id = a.id) as files
       from checklist_answers a join checklist_submissions s on s.id = a.submission_id
       where s.object_type = 'appointment' and s.object_id = $1 order by a.position`,
      [part],
    )
  ).rows

describe('the list of checklists', () => {
  it('is read by who teaches, and changed by who plans alone', async () => {
    const { $ } = await teacher.page('/checklists')
    expect($('tbody td.c-main').text()).toContain('Praktijkruimte en materiaal')
    expect((await teacher.get('/checklist/add')).status).toBe(403)
    expect((await teacher.post('/checklist/add', checklistForm('Van mij', [{}]))).status).toBe(403)
    expect((await (await app.as(ROLE.supervisor)).get('/checklists')).status).toBe(403)
  })
})

describe('building a checklist', () => {
  it('takes blocks of every kind in their order, each with what it has [R-058][S-062]', async () => {
    expect((await planner.get('/checklist/add')).$('form [data-repeat][data-sortable]').length).toBe(1)
    const id = await addChecklist([
      { kind: 'heading', label: 'Ruimte', required: '1' },
      { kind: 'number', label: 'Druk', unit: 'bar', lowest: '2', highest: '7,5', required: '1' },
      { kind: 'choice', label: 'Pomp', options: 'Goed\n\nDefect\nGoed' },
      { kind: 'photo', label: 'Opstelling', unit: 'x', not_applicable: '1' },
      { kind: 'date', label: 'Houdbaar t/m', not_applicable: '1' },
    ])
    const rows = await app.db
      .selectFrom('checklist_blocks')
      .select(['kind', 'required', 'not_applicable', 'options', 'unit', 'lowest', 'highest'])
      .where('checklist_id', '=', id)
      .orderBy('position')
      .execute()
    const plain = { required: false, not_applicable: false, options: [], unit: '', lowest: null, highest: null }
    expect(rows).toEqual([
      { ...plain, kind: 'heading' },
      { ...plain, kind: 'number', required: true, unit: 'bar', lowest: '2.000', highest: '7.500' },
      { ...plain, kind: 'choice', options: ['Goed', 'Defect'] },
      { ...plain, kind: 'photo' },
      { ...plain, kind: 'date', not_applicable: true },
    ])
  })

  it('says in words what is wrong, at its block', async () => {
    const wrong = checklistForm('Fout', [
      { kind: 'choice', options: 'Alleen dit' },
      { kind: 'number', lowest: '9', highest: '1' },
      { label: '' },
    ])
    expect((await planner.post('/checklist/add', wrong)).json()).toEqual({
      'blocks.0.options': ['Vul minimaal twee keuzes in, elk op een eigen regel.'],
      'blocks.1.highest': ['Het maximum ligt onder het minimum.'],
      'blocks.2.label': ['Vul een tekst in.'],
    })
    expect((await planner.post('/checklist/add', { name: 'Leeg' })).json()).toEqual({
      blocks: ['Voeg minimaal één blok toe.'],
    })
    const same = await planner.post('/checklist/add', checklistForm('Ontruimingsoefening', [{}]))
    expect(same.json()).toEqual({ name: ['Er is al een checklist met deze naam.'] })
  })

  it('shows its blocks, and keeps those that were moved [R-059][S-063]', async () => {
    const id = await addChecklist([{ label: 'Eerst' }, { label: 'Daarna' }])
    const ids = await app.db
      .selectFrom('checklist_blocks')
      .select(['id', 'label'])
      .where('checklist_id', '=', id)
      .execute()
    const idOf = (label: string) => ids.find((block) => block.label === label)!.id
    const form = checklistForm(newName(), [{ id: idOf('Daarna'), label: 'Daarna' }, { label: 'Nieuw' }])
    expect((await planner.post(`/checklist/edit/${id}`, { ...form, version: 1 })).status).toBe(204)
    const { $ } = await teacher.get(`/checklist/view/${id}`)
    expect(
      $('tbody tr td:first-child')
        .map((_, cell) => $(cell).text().trim())
        .get(),
    ).toEqual(['Daarna', 'Nieuw'])
    const after = await app.db.selectFrom('checklist_blocks').select('id').where('checklist_id', '=', id).execute()
    expect(after.map((row) => row.id)).toContain(idOf('Daarna'))
    expect(after.map((row) => row.id)).not.toContain(idOf('Eerst'))
    expect((await planner.post(`/checklist/edit/${id}`, { ...form, version: 1 })).status).toBe(409)
  })

  it('is not deleted while a course asks it or somebody filled it in, and says so [R-060]', async () => {
    const { part, checklist, course } = await addPart([{}])
    await fill(part, { 'answers[a1][answer]': '1' })
    const refused = await planner.post(`/checklist/delete/${checklist}`)
    expect(refused.status).toBe(409)
    const { reasons } = refused.json<{ reasons: { label: string; count: number }[] }>()
    expect(reasons).toEqual([
      expect.objectContaining({ label: 'Ingevulde checklists', count: 1 }),
      expect.objectContaining({ label: 'Opleidingen', count: 1 }),
    ])
    await app.owner.pool.query('update courses set checklist_id = null where id = $1', [course])
    const filled = await app.db
      .selectFrom('checklist_submissions')
      .select('id')
      .where('object_id', '=', part)
      .executeTakeFirstOrThrow()
    expect((await teacher.post('/checklist/submission/delete', { id: filled.id })).status).toBe(403)
    expect((await planner.post('/checklist/submission/delete', { id: filled.id })).status).toBe(204)
    expect((await planner.post(`/checklist/delete/${checklist}`)).status).toBe(204)
  })
})

describe('the limits of a measured value', () => {
  const limitsForm = (rows: Fields[]): Fields =>
    Object.fromEntries(
      rows.flatMap((row, i) => Object.entries(row).map(([field, value]) => [`limits[${i}][${field}]`, value])),
    )
  const blocksOf = (checklist: number) =>
    app.db
      .selectFrom('checklist_blocks')
      .select('id')
      .where('checklist_id', '=', checklist)
      .orderBy('position')
      .execute()

  it('are rows of its block, each with its source, and go where nothing is measured any more', async () => {
    const id = await addChecklist([{ kind: 'number', label: 'Aardverbinding', unit: 'Ω' }, { label: 'Heel?' }])
    const [measured, other] = await blocksOf(id)
    const path = `/checklist/limits/${id}/${measured!.id}`
    expect((await teacher.get(path)).status).toBe(403)
    for (const block of [other!.id, 2_000_000_000])
      expect((await planner.get(`/checklist/limits/${id}/${block}`)).status).toBe(404)
    const wrong = [
      { base: 'veel', source: 'X' },
      { base: '1' },
      { cap: '2', source: 'X' },
      { base: '1', per_metre: '0,1', above_metres: '-1', source: 'X' },
    ]
    expect((await planner.post(path, { ...limitsForm(wrong), version: 1 })).json()).toEqual({
      'limits.0.base': ['Basis is geen geldig getal.'],
      'limits.1.source': ['Vul een bron in.'],
      'limits.2.base': ['Vul een basis in.'],
      'limits.2.per_metre': ['Vul in wat er per meter bij komt of af gaat.'],
      'limits.3.above_metres': ['Boven meter is geen geldig getal.'],
    })
    const twice = limitsForm([{ class: 'I', base: '1', source: 'X' }, { class: ' i', base: '2', source: 'X' }]) // prettier-ignore
    const refused = await planner.post(path, { ...twice, version: 1 })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Geef elke klasse één ondergrens')])
    const rows = [
      {
        class: 'I',
        bound: 'at_most',
        base: '0,3',
        per_metre: '0,013333',
        above_metres: '7,5',
        cap: '1',
        source: 'Norm A',
      },
      { bound: 'at_most', base: '2', source: 'Norm B' },
    ]
    expect((await planner.post(path, { ...limitsForm(rows), version: 1 })).status).toBe(204)
    const { text } = await teacher.get(`/checklist/view/${id}`)
    expect(text).toContain('klasse I: hoogstens 0,3 Ω, en 0,013333 per meter boven 7,5 m, tot 1 Ω')
    expect(text).toContain('Norm B')
    // As they are shown they are saved again; who saw those before is refused.
    const [shown, late] = [shownFields((await planner.get(path)).$), shownFields((await planner.get(path)).$)]
    expect((await planner.post(path, shown)).status).toBe(204)
    expect((await planner.post(path, late)).status).toBe(409)
    expect((await planner.get(`/checklist/view/${id}`)).text).toContain('0,013333 per meter boven 7,5 m')
    const counted = async () => (await app.db.selectFrom('checklist_limits').select('id').where('block_id', '=', measured!.id).execute()).length // prettier-ignore
    expect(await counted()).toBe(2)
    const edit = shownFields((await planner.get(`/checklist/edit/${id}`)).$)
    expect((await planner.post(`/checklist/edit/${id}`, { ...edit, 'blocks[0][kind]': 'text' })).status).toBe(204)
    expect(await counted()).toBe(0)
  })

  it('follow from what is measured at each save, of the rows and the norm of when it was begun', async () => {
    const { part, checklist } = await addPart([
      { kind: 'number', label: 'Aardverbinding', unit: 'Ω', lowest: '0,01' },
      { kind: 'number', label: 'Los', highest: '5' },
    ])
    const [block] = await blocksOf(checklist)
    const path = `/checklist/limits/${checklist}/${block!.id}`
    const rows = [
      { class: 'I', bound: 'at_most', base: '0,3', per_metre: '0,01', above_metres: '5', cap: '1', source: 'Norm A' },
      { class: 'II', bound: 'at_most', base: '0,2', source: 'Norm B' },
    ]
    await planner.post(path, { ...limitsForm(rows), version: 1 })
    await app.owner.pool.query(`update checklists set norm = 'NEN 3140' where id = $1`, [checklist])
    const version = async () => (await app.db.selectFrom('checklists').select('version').where('id', '=', checklist).executeTakeFirstOrThrow()).version // prettier-ignore
    const subject = { type: 'appointment', id: part }
    const viewer = viewerWith([ROLE.teacher], app.story.users[ROLE.teacher])
    const save = async (answer: string, measured?: Measured) => {
      const submission = await findSubmission(app.db, subject)
      const form = FillingForm.parse({ version: submission?.version ?? 0, checklist_version: await version(), answers: { a1: { answer } } }) // prettier-ignore
      await app.db.transaction().execute((trx) => fillIn(trx, app.services, viewer, { subject, checklistId: checklist, form, ...(measured ? { measured } : {}) })) // prettier-ignore
      const { id, norm } = (await findSubmission(app.db, subject))!
      const blocks = await listAnswers(app.db, id)
      const { blocks: shown } = fillingModel(blocks, { checklistVersion: 0, fileUrl: () => '' })
      return { norm, told: shown.map(({ limitText, source, verdictText }) => [limitText, source, verdictText]) }
    }
    const loose = ['maximaal 5', '', '']
    // Without what is measured, as for a course, the block's own limits hold.
    expect(await save('0,18')).toEqual({ norm: 'NEN 3140', told: [['minimaal 0,01 Ω', '', 'in orde'], loose] })
    expect((await save('0,18', { classes: ['i'], metres: 25 })).told).toEqual([['tussen 0,01 en 0,5 Ω', 'Norm A', 'in orde'], loose]) // prettier-ignore
    // What changes afterwards changes nothing of what was begun.
    await planner.post(path, { version: await version() })
    expect((await save('0,42', { classes: ['II'], metres: 25 })).told).toEqual([['tussen 0,01 en 0,2 Ω', 'Norm B', 'te hoog'], loose]) // prettier-ignore
    expect((await save('0,42', { classes: ['I'], metres: null })).told).toEqual([['minimaal 0,01 Ω', 'kabellengte ontbreekt', 'in orde'], loose]) // prettier-ignore
    expect((await save('0,42', { classes: ['I'], metres: 1e15 })).told).toEqual([['tussen 0,01 en 1 Ω', 'Norm A', 'in orde'], loose]) // prettier-ignore
    const response = await fetch(`${app.url}/checklist/pdf/${part}`, { headers: { cookie: teacher.cookie } })
    const printed = readPdf(Buffer.from(await response.arrayBuffer()))
      .pages.flat()
      .join(' ')
    expect(printed).toContain('Norm A')
    expect((await tabOf(part)).text).toContain('Norm A')
  })
})

describe('the checklist of a course', () => {
  it('is chosen in its form, and told by its call [F-130]', async () => {
    const checklist = await addChecklist([{}])
    const form = {
      description: 'Ontruimen',
      code: `ONT-${checklist}`,
      max_count: 12,
      checklist_id: checklist,
      'components[0][description]': 'Oefening',
      'components[0][duration_minutes]': '2:00',
      'components[0][default_start]': '09:00',
    }
    const { id } = (await planner.post('/course/add', form)).json<{ id: number }>()
    const course = (await planner.get(`/ajax/getCourse/${id}`)).json<{ checklist: number }>()
    expect(course.checklist).toBe(checklist)
    expect((await planner.get(`/course/view/${id}`)).$(`a[href="/checklist/view/${checklist}"]`).length).toBe(1)
    expect((await planner.post('/course/add', { ...form, code: 'X', checklist_id: 99999 })).status).toBe(404)
  })

  it('shows in its plannings alone', async () => {
    const { part } = await addPart([{}])
    const tab = (answer: Answer) => answer.$('[role=tab]:contains("Checklist")').length
    expect(tab(await planner.get(`/calendar/view-appointment/${part}`))).toBe(1)
    expect(tab(await planner.get(`/calendar/view-appointment/${app.story.appointments.full}`))).toBe(0)
    expect((await tabOf(app.story.appointments.full)).status).toBe(404)
  })
})

describe('filling in the checklist of a part', () => {
  it('is begun with a copy of the blocks, which a later change leaves alone [R-061][S-064]', async () => {
    const { part, checklist } = await addPart([{ label: 'Uitgang vrij?' }, { kind: 'text', label: 'Bijzonderheden' }])
    const saved = await fill(part, { 'answers[a1][answer]': '0', 'answers[a1][remark]': 'Fiets ervoor' })
    expect(saved.trigger.flash?.str).toBe('Checklist opgeslagen')
    const other = checklistForm(newName(), [{ label: 'Iets anders' }])
    expect((await planner.post(`/checklist/edit/${checklist}`, { ...other, version: 1 })).status).toBe(204)
    expect(await answersOf(part)).toEqual([
      { label: 'Uitgang vrij?', answer: '0', remark: 'Fiets ervoor', files: 0 },
      { label: 'Bijzonderheden', answer: '', remark: '', files: 0 },
    ])
    const { text } = await tabOf(part)
    expect(text).toContain('Fiets ervoor')
    expect(text).toContain('1 van 2 vragen ingevuld')
    expect(text).not.toContain('Iets anders')
  })

  it('is for its own teacher and for who plans', async () => {
    const { foreign } = app.story.appointments
    expect((await teacher.get(pathOf(foreign))).status).toBe(404)
    expect((await teacher.post(pathOf(foreign), { version: 0, checklist_version: 1 })).status).toBe(404)
    expect((await tabOf(foreign, teacher)).status).toBe(404)
    expect((await planner.get(pathOf(foreign))).status).toBe(200)
    for (const role of [ROLE.supervisor, ROLE.student, ROLE.lotus])
      expect((await (await app.as(role)).get(pathOf(app.story.appointments.coming))).status).toBe(403)
  })

  it('is not done while something that must be answered is not, and says all of it', async () => {
    const { part } = await addPart([
      { required: '1' },
      { kind: 'number', lowest: '1', required: '1' },
      { kind: 'photo', required: '1' },
      { kind: 'signature', required: '1' },
      { kind: 'text' },
    ])
    const wrong = await fill(part, { finish: '1', 'answers[a2][answer]': 'veel' })
    expect(wrong.status).toBe(422)
    expect(wrong.json()).toEqual({
      'answers.a1.answer': ['Kies Ja of Nee.'],
      'answers.a2.answer': ['Vul een getal in, zoals 12,5.'],
      'answers.a3.files': ['Maak of kies een foto.'],
      'answers.a4.signature': ['Zet een handtekening.'],
    })
    expect(await answersOf(part)).toEqual([])
    const photo = (await uploadImage(teacher, 'checklists')).json<{ file_name: string }>().file_name
    const done = await fill(part, {
      finish: '1',
      'answers[a1][answer]': '1',
      'answers[a2][answer]': '0,5',
      'answers[a3][files][]': [photo],
      'answers[a4][signature]': SIGNATURE,
    })
    expect(done.trigger.flash?.str).toBe('Checklist afgerond')
    expect((await answersOf(part)).map(({ answer, files }) => [answer, files])).toEqual([
      ['1', 0],
      ['0.5', 0],
      ['', 1],
      ['', 1],
      ['', 0],
    ])
    expect((await tabOf(part)).text).toContain('te laag')
  })

  it('takes days, readings beyond the range of a meter, and n.v.t. where that may be', async () => {
    const all = { required: '1', not_applicable: '1' }
    const { part } = await addPart([
      { ...all },
      { ...all, kind: 'number', lowest: '1' },
      { ...all, kind: 'date' },
      { ...all, kind: 'choice', options: 'Goed\nDefect' },
      { kind: 'number', lowest: '200', required: '1' },
      { kind: 'date', required: '1' },
    ])
    const left = {
      'answers[a1][answer]': 'n.v.t.',
      'answers[a4][answer]': 'n.v.t.',
      'answers[a2][not_applicable]': '1',
    }
    const wrong = await fill(part, { ...left, finish: '1', 'answers[a5][not_applicable]': '1' })
    expect(wrong.json()).toEqual({
      'answers.a3.answer': ['Vul een datum in.'],
      'answers.a5.answer': ['Vul een getal in, zoals 12,5.'],
      'answers.a6.answer': ['Vul een datum in.'],
    })
    const typed = {
      'answers[a3][not_applicable]': '1',
      'answers[a5][answer]': '> 200',
      'answers[a6][answer]': '30-06-2027',
    }
    expect((await fill(part, { ...left, ...typed, finish: '1' })).trigger.flash?.str).toBe('Checklist afgerond')
    const kept = ['n.v.t.', 'n.v.t.', 'n.v.t.', 'n.v.t.', '>200', '2027-06-30']
    expect((await answersOf(part)).map(({ answer }) => answer)).toEqual(kept)
    expect((await tabOf(part)).text).toContain('30-06-2027')
    // As it is shown it is sent again, with what was ticked.
    expect((await fill(part, { finish: '1' })).status).toBe(204)
    expect((await answersOf(part)).map(({ answer }) => answer)).toEqual(kept)
    const { $ } = await teacher.get(pathOf(part))
    expect($('[data-checklist-none]:checked')).toHaveLength(2)
    expect($('[name="answers[a3][answer]"]').is(':disabled')).toBe(true)
  })

  it('takes photos of who sends them alone, and shows them to who may see the part', async () => {
    const { part } = await addPart([{ kind: 'photo' }, { kind: 'signature' }])
    const theirs = (await uploadImage(planner, 'checklists')).json<{ file_name: string }>().file_name
    const taken = await fill(part, { 'answers[a1][files][]': [theirs] })
    expect(taken.json()).toEqual({ 'answers.a1.files': ['Kies de foto opnieuw: alleen JPG en PNG kunnen mee.'] })
    const own = (await uploadImage(teacher, 'checklists')).json<{ file_name: string }>().file_name
    await fill(part, { 'answers[a1][files][]': [own], 'answers[a2][signature]': SIGNATURE })
    const shown = await fetch(`${app.url}/checklist/file/${part}/1/1`, { headers: { cookie: teacher.cookie } })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await teacher.get(`/checklist/file/${part}/1/2`)).status).toBe(404)
    expect((await teacher.get(`/checklist/file/${app.story.appointments.foreign}/1/1`)).status).toBe(404)
    // What is there stays while the form names it, and goes when it does not.
    await fill(part, {})
    expect((await answersOf(part)).map(({ files }) => files)).toEqual([1, 1])
    await fill(part, { 'answers[a1][files][]': '', 'answers[a2][signature]': 'none' })
    expect((await answersOf(part)).map(({ files }) => files)).toEqual([0, 0])
    // No picture at all, and one that is far too much for a drawing of lines.
    const drawn = Buffer.from(SIGNATURE.split(',')[1]!, 'base64')
    const huge = Buffer.concat([drawn, Buffer.alloc(200_001)]).toString('base64')
    for (const content of ['AAAA', huge]) {
      const bad = await fill(part, { 'answers[a2][signature]': `data:image/png;base64,${content}` })
      expect(bad.json()).toEqual({ 'answers.a2.signature': ['Deze handtekening kan niet worden gelezen.'] })
    }
  })

  it('is refused over what somebody else saved, with both answers', async () => {
    const { part } = await addPart([{ label: 'Uitgang vrij?' }])
    const form = shownFields((await teacher.get(pathOf(part))).$)
    expect((await fill(part, { 'answers[a1][answer]': '1' }, planner)).status).toBe(204)
    const late = await teacher.post(pathOf(part), { ...form, 'answers[a1][answer]': '0' })
    expect(late.status).toBe(409)
    expect(late.json<{ stale: { fields: object } }>().stale.fields).toEqual({ 'Uitgang vrij?': ['Nee', 'Ja'] })
    expect((await answersOf(part))[0]!.answer).toBe('1')
  })

  it('is refused over photos that somebody else added, and says how many both have', async () => {
    const { part } = await addPart([{ kind: 'photo', label: 'Opstelling' }])
    const form = shownFields((await teacher.get(pathOf(part))).$)
    const photo = async (browser: Browser) =>
      (await uploadImage(browser, 'checklists')).json<{ file_name: string }>().file_name
    const theirs = [await photo(planner), await photo(planner)]
    expect((await fill(part, { 'answers[a1][files][]': theirs }, planner)).status).toBe(204)
    const late = await teacher.post(pathOf(part), { ...form, 'answers[a1][files][]': [await photo(teacher)] })
    expect(late.json<{ stale: { fields: object } }>().stale.fields).toEqual({ Opstelling: ['1 foto', "2 foto's"] })
    expect((await answersOf(part))[0]!.files).toBe(2)
  })

  it('is begun once by two who begin at the same moment, and not with blocks that changed meanwhile', async () => {
    const { part } = await addPart([{}])
    const form = shownFields((await teacher.get(pathOf(part))).$)
    const both = await Promise.all([teacher, planner].map((browser) => browser.post(pathOf(part), form)))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    const other = await addPart([{}])
    const seen = shownFields((await teacher.get(pathOf(other.part))).$)
    await planner.post(`/checklist/edit/${other.checklist}`, { ...checklistForm(newName(), [{}]), version: 1 })
    const late = await teacher.post(pathOf(other.part), seen)
    expect(late.status).toBe(409)
    expect(late.text).toContain('De checklist zelf is intussen gewijzigd')
    expect(await answersOf(other.part)).toEqual([])
  })

  it('comes back as it was when it is undone, and is told in the history of its planning', async () => {
    const { part } = await addPart([{ label: 'Uitgang vrij?' }])
    await fill(part, { 'answers[a1][answer]': '1' })
    const changed = await fill(part, { 'answers[a1][answer]': '0' })
    expect((await teacher.post(`/undo/${changed.undo!.set}`)).status).toBe(204)
    expect((await answersOf(part))[0]!.answer).toBe('1')
    const history = await planner.get(`/events/of/appointment/${part}?embed=1`)
    expect(history.text).toContain('wijzigde het antwoord')
  })

  it('is an open point from its day on, until it is done', async () => {
    const { part } = await addPart([{ label: 'Uitgang vrij?' }])
    const todo = async () => (await planner.get(`/calendar/view-appointment/${part}`)).$('.todo-list').text()
    expect(await todo()).toContain('Checklist open')
    await fill(part, { finish: '1', 'answers[a1][answer]': '1' })
    expect(await todo()).toContain('Checklist ingevuld')
    const coming = await planner.get(`/calendar/view-appointment/${app.story.appointments.coming}`)
    expect(coming.$('.todo-list').text()).not.toContain('Checklist')
  })

  it('keeps its part from being deleted', async () => {
    const { part } = await addPart([{}])
    await fill(part, { 'answers[a1][answer]': '1' })
    const refused = await planner.post('/calendar/appointments/delete', { id: part })
    expect(refused.json<{ reasons: object[] }>().reasons).toContainEqual(
      expect.objectContaining({ label: 'Ingevulde checklists', count: 1 }),
    )
  })

  it('is a document with its answers and pictures', async () => {
    const { toFinish, coming } = app.story.appointments
    const response = await fetch(`${app.url}/checklist/pdf/${toFinish}`, { headers: { cookie: teacher.cookie } })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const lines = readPdf(Buffer.from(await response.arrayBuffer())).pages.flat()
    expect(lines).toEqual(
      expect.arrayContaining(['Praktijkruimte en materiaal', 'Materiaal', 'Twee snelverbanden te kort']),
    )
    expect(lines.join(' ')).toContain('14,5 °C')
    expect((await teacher.get(`/checklist/pdf/${coming}`)).status).toBe(404)
  })

  it('is a PDF too where a photo cannot be drawn, and holds no more of one than is seen', async () => {
    const { part } = await addPart([{ kind: 'photo', label: 'Opstelling' }, { kind: 'photo' }, { label: 'Daarna' }])
    const photo = async (bytes = PNG) =>
      (await uploadImage(teacher, 'checklists', bytes)).json<{ file_name: string }>().file_name
    const names = [await photo(), await photo(), await photo()]
    const filled = { 'answers[a1][files][]': names, 'answers[a2][files][]': [await photo(pngOf(3000, 2000))] }
    expect((await fill(part, filled)).status).toBe(204)
    // As they could come in before: packed as something else, a head alone, and more pixels than memory holds.
    const stored = [
      pngOf(640, 480, Buffer.from('no zlib')),
      PNG.subarray(0, 40),
      pngOf(60_000, 60_000, Buffer.alloc(9)),
    ]
    for (const [i, bytes] of stored.entries())
      await app.services.files.write(uploadKey('checklists', names[i]!), Readable.from([bytes]))
    const response = await fetch(`${app.url}/checklist/pdf/${part}`, { headers: { cookie: teacher.cookie } })
    const pdf = Buffer.from(await response.arrayBuffer())
    const text = readPdf(pdf).pages.flat().join(' ')
    expect(text.match(/Deze afbeelding kan/g)).toHaveLength(3)
    expect(text).toContain('Daarna')
    expect([...pdf.toString('latin1').matchAll(/\/Width (\d+)/g)].map(([, width]) => width)).toEqual(['1000'])
  })
})

describe('what a checklist says about a person', () => {
  it('is in their file, and their signature goes when they are anonymised', async () => {
    const { checklistData } = await import('../../src/system/checklists/person-data.ts')
    const { rows } = await app.owner.pool.query<{ contact_id: number }>('select contact_id from users where id = $1', [
      app.story.users[ROLE.teacher],
    ])
    const contact = rows[0]!.contact_id
    const told = await checklistData.collect(app.services, contact)
    expect(told.map(({ Checklist }) => Checklist)).toContain('Praktijkruimte en materiaal')
    expect((await checklistData.plan!(app.db, contact)).emptied[0]).toMatch(/^\d+ handtekening/)
    await app.db.transaction().execute((trx) => checklistData.anonymise!(trx as never, contact, app.services))
    expect((await checklistData.plan!(app.db, contact)).emptied).toEqual([])
  })
})
