import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type HokRegister, NIBHV_DEMO, NIBHV_LISTS, type NibhvRegister, startHok, startNibhv } from '../../src/training/proof/registers/index.ts' // prettier-ignore
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { addContact } from '../support/builders.ts'
import { type HeldPlanning, addHeldPlanning } from './held-planning.ts'

let hok: HokRegister
let nibhv: NibhvRegister
let app: TestApp
let planner: Browser
let teacher: number
beforeAll(async () => {
  hok = await startHok()
  nibhv = await startNibhv()
  app = await testApp({
    env: { HOK_URL: hok.url, HOK_API_KEY: 'sleutel', NIBHV_HOSTS: `${new URL(nibhv.url).host},nibhv.example` },
  })
  planner = await app.as(ROLE.scheduler)
  teacher = await addContact(app.db, { first_name: 'Roos', last_name: 'Vink', hok_teacher_number: '4711' })
})
afterAll(async () => {
  await app.close()
  await Promise.all([hok.stop(), nibhv.stop()])
})
afterEach(() => {
  hok.behave()
  nibhv.behave()
  nibhv.isSlow = false
})

let made = 0
const person = (more: Parameters<typeof addContact>[1] = {}) =>
  addContact(app.db, { first_name: 'Hok', last_name: `Cursist${++made}`, birth_date: '1990-03-04', ...more })
const held = async (students: number[]) => addHeldPlanning(app, { students, teacher })

/** The validation of a planning, of these students or of all that did not fail. */
async function validate(planning: HeldPlanning, students: number[] = []) {
  const answer = await planner.get(`/hok/validateAppointment/${planning.parts[0]}?students=${students.join()}`)
  expect(answer.status).toBe(200)
  return answer.json<{ success: boolean; errors: string[] }>()
}

/** Finishes a planning, who is named passing. */
const finish = (planning: HeldPlanning, passed = planning.students, more: Record<string, string> = {}) => {
  const choices = planning.parts.flatMap((part) =>
    planning.students.flatMap((student): [string, string][] => [
      [`present_students[${student}-${part}]`, '1'],
      [`passed_students[${student}-${part}]`, passed.includes(student) ? '1' : '0'],
    ]),
  )
  return planner.post(`/calendar/getFinishWizard/${planning.parts[0]}`, {
    ...Object.fromEntries(choices),
    update_status: 'done',
    pass_to_hok: '1',
    ...more,
  })
}
const requestsOf = ({ planningId }: HeldPlanning) =>
  app.db
    .selectFrom('register_requests')
    .select(['id', 'contact_id', 'state', 'number', 'attempts', 'key'])
    .where('group_id', '=', planningId)
    .orderBy('contact_id')
    .execute()
const states = async (planning: HeldPlanning) => (await requestsOf(planning)).map(({ state }) => state)
const send = () => app.runJobs('register.hand-over')
/** As if the pause until the next attempt were over. */
const later = async ({ planningId }: HeldPlanning) => {
  await app.db
    .updateTable('register_requests')
    .set({ next_attempt_at: new Date(Date.now() - 1000) })
    .where('group_id', '=', planningId)
    .execute()
  await app.services.jobs.add(app.db, 'register.hand-over', {})
}
const setting = async (on: boolean) => {
  const administrator = await app.as(ROLE.administrator)
  const form = await administrator.get('/settings/registers')
  const version = String(form.$('[name=version]').val())
  expect(
    (await administrator.post('/settings/registers', { version, ...(on ? { hok_enabled: '1' } : {}) })).status,
  ).toBe(200)
}

describe('validating before students are passed on', () => {
  it('answers success and no errors when all is in order, also at the register [R-158] [T-170]', async () => {
    const planning = await held([await person(), await person()])
    expect(await validate(planning, planning.students)).toEqual({ success: true, errors: [] })
    const before = hok.asked.length
    await validate(planning, planning.students)
    expect(hok.asked.slice(before)).toEqual(['POST /check'])
  })

  it('answers Dutch sentences that name whom: what we miss, and what the register has against it', async () => {
    const young = await person({ last_name: 'Jong', birth_date: null })
    const planning = await addHeldPlanning(app, { students: [young] })
    const without = await person({ first_name: 'Zonder', last_name: 'Nummer' })
    await app.db
      .updateTable('appointment_responsibles')
      .set({ contact_id: without })
      .where('appointment_id', 'in', planning.parts)
      .execute()
    expect(await validate(planning, [young])).toEqual({
      success: false,
      errors: ['Zonder Nummer: het HOK-nummer ontbreekt.', 'Hok Jong: de geboortedatum ontbreekt.'],
    })
    const strange = await held([await person({ last_name: 'Onbekend' })])
    expect((await validate(strange, strange.students)).errors).toEqual([
      'Onbekend: deze persoon is niet bekend in het register.',
    ])
  })

  it('asks for the results of all where nobody is named, and knows nobody who is not enrolled', async () => {
    const planning = await held([await person({ last_name: 'Open' })])
    expect((await validate(planning)).errors).toEqual(['Hok Open: het resultaat is nog niet ingevuld.'])
    expect((await validate(planning, [await person()])).errors).toContain('Een gekozen cursist is niet ingeschreven.')
  })

  it.each([[{ status: 503 }], [{ status: 429 }], ['html'], ['cut']] as const)(
    'says that the register cannot be reached when it answers %j three times',
    async (behaviour) => {
      const planning = await held([await person()])
      hok.behave(behaviour, behaviour, behaviour)
      expect(await validate(planning, planning.students)).toEqual({
        success: false,
        errors: ['Het Oranje Kruis is nu niet bereikbaar. Probeer het later opnieuw.'],
      })
    },
  )

  it('says that the key is wrong when the register lets nobody in', async () => {
    const planning = await held([await person()])
    hok.behave({ status: 401 })
    expect((await validate(planning, planning.students)).errors[0]).toContain('laat ons niet toe')
  })
})

describe('finishing a planning', () => {
  it('offers to pass on only where the organisation switched it on, and passes nobody on unasked [T-005]', async () => {
    const planning = await held([await person()])
    const step = async () => {
      const [student, part] = [planning.students[0]!, planning.parts[0]!]
      const sent = { [`present_students[${student}-${part}]`]: '1', [`passed_students[${student}-${part}]`]: '1' }
      const { $ } = await planner.post(`/calendar/getFinishWizard/${part}?step=documents`, sent)
      return $('[data-register^="/hok/"]').attr('data-register')
    }
    expect(await step()).toBe(`/hok/validateAppointment/${planning.parts[0]}?students=${planning.students[0]}`)
    await setting(false)
    expect(await step()).toBeUndefined()
    const refused = await finish(planning)
    expect([refused.status, refused.json()]).toEqual([
      422,
      { pass_to_hok: ['Doorgeven aan Het Oranje Kruis staat uit.'] },
    ])
    expect((await finish(planning, planning.students, { pass_to_hok: '' })).status).toBe(200)
    expect(await requestsOf(planning)).toEqual([])
    await setting(true)
  })

  it('puts who passed on the way to the register, each once, and a job hands them over', async () => {
    const planning = await held([await person(), await person(), await person()])
    const [first, second, failed] = planning.students as [number, number, number]
    const done = await finish(planning, [first, second])
    expect(done.text).toContain('2 cursisten wachten op verzending naar Het Oranje Kruis.')
    expect(
      done
        .$('[data-end] a')
        .toArray()
        .map((link) => done.$(link).attr('href')),
    ).toEqual([`/calendar/view-appointment/${planning.parts[0]}`])
    expect((await requestsOf(planning)).map((row) => [row.contact_id, row.state])).toEqual([
      [first, 'queued'],
      [second, 'queued'],
    ])
    const popup = await planner.get(`/calendar/view-appointment/${planning.parts[0]}`)
    expect(popup.text).toContain('Doorgeven: 2 cursisten wachten op verzending')
    await send()
    const requests = await requestsOf(planning)
    expect(requests.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    expect(requests[0]!.number).toMatch(/^HOK-\d{6}$/)
    const sent = hok.records.get(requests[0]!.key)!
    expect(sent).toMatchObject({
      external_student_ref: String(first),
      birth_date: '1990-03-04',
      event: { external_ref: String(planning.planningId) },
      teachers: [{ name: 'Roos Vink', register_number: '4711' }],
    })
    expect([...hok.records.values()].some((row) => row.external_student_ref === String(failed))).toBe(false)
    expect((await planner.get(`/calendar/view-appointment/${planning.parts[0]}`)).text).toContain(
      '2 cursisten doorgegeven aan Het Oranje Kruis',
    )
    // Once more would pass them on twice.
    const again = await finish(planning, [first, second])
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('is al doorgegeven.')])
    expect(await requestsOf(planning)).toHaveLength(2)
  })

  it('stores nothing when somebody cannot be passed on', async () => {
    const planning = await held([await person(), await person({ birth_date: null })])
    const refused = await finish(planning)
    expect([refused.status, Object.keys(refused.json())]).toEqual([422, ['pass_to_hok']])
    expect(await requestsOf(planning)).toEqual([])
    const results = await app.db
      .selectFrom('enrolments')
      .select('passed')
      .where('appointment_id', 'in', planning.parts)
      .execute()
    expect(results.map(({ passed }) => passed)).toEqual([null, null])
  })
})

describe('handing over', () => {
  it('passes nobody on whose result was put right, or who was taken out, before it was sent', async () => {
    const planning = await held([await person(), await person(), await person()])
    expect((await finish(planning)).status).toBe(200)
    const [failed, gone] = planning.students as [number, number]
    await app.db.updateTable('enrolments').set({ passed: 0 }).where('contact_id', '=', failed).where('appointment_id', 'in', planning.parts).execute() // prettier-ignore
    await app.db.deleteFrom('enrolments').where('contact_id', '=', gone).where('appointment_id', 'in', planning.parts).execute() // prettier-ignore
    await send()
    expect((await requestsOf(planning)).map(({ contact_id, state }) => [contact_id, state])).toEqual(planning.students.map((id, i) => [id, i < 2 ? 'rejected' : 'accepted'])) // prettier-ignore
    const sent = [...hok.records.values()].map(({ external_student_ref }) => external_student_ref)
    expect([failed, gone].filter((id) => sent.includes(String(id)))).toEqual([])
  })

  it('sends nobody twice when the connection was cut after the register took it', async () => {
    const planning = await held([await person()])
    await finish(planning)
    hok.behave('cut')
    await send()
    expect(await states(planning)).toEqual(['queued'])
    const { key } = (await requestsOf(planning))[0]!
    expect(hok.records.has(key)).toBe(true)
    const before = hok.asked.length
    await later(planning)
    await send()
    expect(hok.asked.slice(before)).toEqual([`GET /results/${key}`])
    expect(await states(planning)).toEqual(['accepted'])
  })

  it('tries again after pauses that grow, and says after the last that it did not succeed, until somebody sends it [R-159]', async () => {
    const planning = await held([await person()])
    await finish(planning)
    for (let attempt = 1; attempt <= 6; attempt++) {
      expect([attempt, await states(planning)]).toEqual([attempt, ['queued']])
      hok.behave(...Array.from({ length: 4 }, () => ({ status: 400 })))
      await later(planning)
      await send()
    }
    expect(await states(planning)).toEqual(['failed'])
    const { id } = (await requestsOf(planning))[0]!
    expect((await planner.get('/registers?state=failed')).$(`tr[data-id="${id}"]`)).toHaveLength(1)
    hok.behave()
    expect((await planner.post('/hok/run')).status).toBe(204)
    await send()
    expect(await states(planning)).toEqual(['accepted'])
  })

  it('leaves who is not due alone', async () => {
    const planning = await held([await person()])
    await finish(planning)
    hok.behave('html')
    await send()
    const before = hok.asked.length
    await app.services.jobs.add(app.db, 'register.hand-over', {})
    await send()
    expect([hok.asked.length - before, await states(planning)]).toEqual([0, ['queued']])
    await later(planning)
    await send()
  })

  it('stops at the first when the register lets nobody in, and keeps the rest waiting', async () => {
    const planning = await held([await person(), await person()])
    await finish(planning)
    hok.behave({ status: 403 })
    const before = hok.asked.length
    await send()
    expect([hok.asked.length - before, await states(planning)]).toEqual([1, ['queued', 'queued']])
    const [first] = await requestsOf(planning)
    expect((await planner.get(`/hok/request/${first!.id}`)).text).toContain('laat ons niet toe')
    await later(planning)
    await send()
  })

  it('tells whom the register refused and why; sent anew or not at all, and that can be taken back [R-160] [R-161]', async () => {
    const planning = await held([await person(), await person({ last_name: 'Geweigerd' })])
    await finish(planning)
    // The register does not know this name, once it is corrected it does.
    await app.db
      .updateTable('contacts')
      .set({ last_name: 'Onbekend' })
      .where('id', '=', planning.students[1]!)
      .execute()
    await send()
    expect(await states(planning)).toEqual(['accepted', 'rejected'])
    const [accepted = { id: 0 }, rejected = { id: 0 }] = await requestsOf(planning)
    const view = await planner.get(`/hok/request/${rejected.id}`)
    expect([view.$('.popup-title').text(), view.text]).toEqual([
      'Hok Onbekend',
      expect.stringContaining('Persoon onbekend'),
    ])
    expect((await planner.post(`/hok/deleteRequest/${accepted.id}`)).status).toBe(409)
    expect((await planner.post(`/hok/run/${accepted.id}`)).status).toBe(409)
    const gone = await planner.post(`/hok/deleteRequest/${rejected.id}`)
    expect([gone.status, (await requestsOf(planning)).length]).toEqual([204, 1])
    expect(gone.trigger).toHaveProperty('popup-close')
    expect((await planner.post(`/undo/${gone.undo!.set}`)).status).toBe(204)
    expect(await states(planning)).toEqual(['accepted', 'rejected'])
    await app.db.updateTable('contacts').set({ last_name: 'Bekend' }).where('id', '=', planning.students[1]!).execute()
    expect((await planner.post(`/hok/run/${rejected.id}`)).status).toBe(204)
    await send()
    expect(await states(planning)).toEqual(['accepted', 'accepted'])
  })

  it('is done once for each by two who send at the same time', async () => {
    const planning = await held(await Promise.all([person(), person(), person(), person()]))
    await finish(planning)
    const before = hok.asked.length
    const { jobs } = app.services.registry.manifests.find((manifest) => manifest.jobs?.['register.hand-over'])!
    const handler = jobs!['register.hand-over']!
    await Promise.all([handler({}, app.services), handler({}, app.services)])
    expect([hok.asked.length - before, await states(planning)]).toEqual([4, Array(4).fill('accepted')])
    await send()
  })
})

describe('what was passed on', () => {
  it('is for planners, and whether it is at all for administrators', async () => {
    expect((await planner.page('/registers')).status).toBe(200)
    expect((await planner.get('/settings/registers')).status).toBe(403)
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
      expect((await (await app.as(role)).get('/registers')).status).toBe(403)
  })
})

describe('NIBHV', () => {
  let administrator: Browser
  let course: number
  const profile = NIBHV_LISTS.profiles[0]!
  const [theory, practice] = [NIBHV_LISTS.templates[0]!, NIBHV_LISTS.templates[1]!]
  const credentials = () => ({ url: nibhv.url, username: NIBHV_DEMO.username, password: NIBHV_DEMO.password })
  const account = (more: Record<string, string> = {}) => ({
    url: nibhv.url,
    username: NIBHV_DEMO.username,
    password: NIBHV_DEMO.password,
    trainer_uuid: NIBHV_LISTS.trainers[0]!.uuid,
    trainer_name: NIBHV_LISTS.trainers[0]!.name,
    contact_user_uuid: NIBHV_LISTS.contactUsers[0]!.uuid,
    contact_user_name: NIBHV_LISTS.contactUsers[0]!.full_name,
    ...more,
  })
  const componentsOf = () => app.db.selectFrom('course_components').select(['id', 'description']).where('course_id', '=', course).orderBy('position').execute() // prettier-ignore
  async function section(more: Record<string, string | string[]> = {}) {
    const fields = Object.fromEntries(
      (await componentsOf()).flatMap(({ id }, i) => [
        [`components[${i}][id]`, String(id)],
        [
          `components[${i}][templates][]`,
          JSON.stringify({ ...[theory, practice][i % 2]!, prerequisites: [theory.uuid] }),
        ],
      ]),
    )
    return administrator.post(`/courses/${course}/registers`, { enabled: '1', type: 'bhv', language: 'nl', profile_uuid: profile.uuid, profile_name: profile.course_name, ...fields, ...more }) // prettier-ignore
  }
  /** A planning whose parts are components of the course, held two days ago. */
  async function given(students: number[]) {
    const planning = await addHeldPlanning(app, { students, teacher, parts: 1 })
    const [component] = await componentsOf()
    await app.db.updateTable('appointments').set({ component_id: component!.id }).where('id', 'in', planning.parts).execute() // prettier-ignore
    return planning
  }
  const finishAt = (planning: HeldPlanning) => finish(planning, planning.students, { pass_to_hok: '', pass_to_nibhv: '1' }) // prettier-ignore
  const rowsOf = ({ planningId }: HeldPlanning) => app.db.selectFrom('register_requests').select(['id', 'contact_id', 'register', 'state', 'number', 'valid_until', 'key']).where('group_id', '=', planningId).orderBy('id').execute() // prettier-ignore

  const filedOf = ({ planningId }: HeldPlanning) => app.db.selectFrom('certificates').selectAll().where('group_id', '=', planningId).orderBy('contact_id').execute() // prettier-ignore

  beforeAll(async () => {
    administrator = await app.as(ROLE.administrator)
    course = app.story.courses.bhv
    await app.db.deleteFrom('register_accounts').execute()
    await app.db.deleteFrom('course_registers').execute()
  })

  it('is not connected, then connected: only to an address that is allowed, and its password never comes out [T-144] [T-218] [R-162] [S-111]', async () => {
    const connected = async () => (await administrator.get('/nibhv/checkCredentials')).json<{ connected: boolean }>()
    expect(await connected()).toEqual({ connected: false })
    const check = async (more = {}) => administrator.post('/nibhv/checkCredentials', { ...credentials(), ...more })
    expect((await check()).json()).toEqual({ connected: true })
    expect((await check({ password: 'anders' })).json()).toEqual({ connected: false })
    expect((await check({ password: '' })).json()).toEqual({ connected: false })
    nibhv.behave('html', 'html', 'html')
    expect((await check()).json()).toEqual({ connected: false })
    for (const url of [
      'http://nibhv.example',
      'https://elders.example',
      'https://a:b@nibhv.example',
      'file:///etc/passwd',
      'x',
    ])
      expect([url, (await check({ url })).status]).toEqual([url, 422])
    const inAddress = await administrator.get('/nibhv/checkCredentials?username=a&password=geheim&url=x')
    expect([inAddress.status, inAddress.json()]).toEqual([
      422,
      { password: ['Een wachtwoord hoort niet in een adres.'] },
    ])

    expect((await administrator.post('/settings/nibhv', account({ password: 'anders' }))).json()).toEqual({ password: ['NIBHV neemt deze gebruikersnaam en dit wachtwoord niet aan.'] }) // prettier-ignore
    expect((await administrator.post('/settings/nibhv', account({ url: 'https://elders.example' }))).status).toBe(422)
    expect((await administrator.post('/settings/nibhv', account())).status).toBe(200)
    expect(await connected()).toEqual({ connected: true })
    const form = await administrator.get('/settings/nibhv')
    expect([form.$('[name=password]').val(), form.text.includes(NIBHV_DEMO.password)]).toEqual(['', false])
    // Without a password the one that is kept is meant, for the address and name that it was given for alone.
    expect((await administrator.post('/settings/nibhv', account({ password: '' }))).status).toBe(200)
    expect((await administrator.post('/settings/nibhv', account({ password: '', username: 'ander' }))).json()).toEqual({ password: ['Vul het wachtwoord in.'] }) // prettier-ignore
    const { rows } = await app.pool.query<{ text: string }>(`select string_agg(h::text, '') as text from history h where record_type = 'register_account'`) // prettier-ignore
    expect(rows[0]!.text).not.toContain(NIBHV_DEMO.password)
    for (const path of ['/settings/nibhv', '/nibhv/checkCredentials', '/nibhv/getSettingsData'])
      expect([path, (await planner.get(path)).status]).toEqual([path, 403])
  })

  it('asks own rules of everybody it passes on once they are ticked in the settings', async () => {
    const { $ } = await administrator.get('/settings/registers')
    expect($('[name=register_rules]').toArray().map((box) => $(box).val())).toEqual(['email', 'own_email', 'real_name', 'initials', 'place', 'group_size']) // prettier-ignore
    const save = async (rules: Record<string, string>) => {
      const version = String((await administrator.get('/settings/registers')).$('[name=version]').val())
      return administrator.post('/settings/registers', { version, hok_enabled: '1', ...rules })
    }
    expect((await save({ register_rules: 'email' })).status).toBe(200)
    const planning = await held([await person({ first_name: 'Zonder', last_name: 'Adres' })])
    expect((await validate(planning, planning.students)).errors).toEqual(['Zonder Adres: het e-mailadres ontbreekt.'])
    expect((await save({})).status).toBe(200)
    expect((await validate(planning, planning.students)).errors).toEqual([])
  })

  it('tells which trainers and contact users can be chosen, by name [R-163]', async () => {
    const data = async (query = '') => (await administrator.get(`/nibhv/getSettingsData${query}`)).json<{ settings: object; trainers: object[]; contactUsers: object[] }>() // prettier-ignore
    expect(await data()).toEqual({
      settings: { url: nibhv.url, username: NIBHV_DEMO.username, trainer_uuid: NIBHV_LISTS.trainers[0]!.uuid, contact_user_uuid: NIBHV_LISTS.contactUsers[0]!.uuid }, // prettier-ignore
      trainers: NIBHV_LISTS.trainers,
      contactUsers: NIBHV_LISTS.contactUsers,
    })
    expect(await data('?trainers=vink&contactUsers=niemand')).toMatchObject({ trainers: [NIBHV_LISTS.trainers[1]], contactUsers: [] }) // prettier-ignore
    nibhv.behave({ status: 500 }, { status: 500 }, { status: 500 })
    expect((await administrator.get('/nibhv/getSettingsData')).status).toBe(503)
  })

  it('knows profiles by kind, refresher or not and language, and the event templates of each [R-165] [R-166]', async () => {
    const profiles = async (query: string) => (await planner.get(`/nibhv/getCompetenceProfiles?${query}`)).json<{ course_name: string }[]>().map(({ course_name }) => course_name) // prettier-ignore
    expect(await profiles('type=bhv&isRefresher=0&language=nl')).toEqual(['Bedrijfshulpverlener'])
    expect(await profiles('type=bhv&isRefresher=1&language=nl')).toEqual(['Bedrijfshulpverlener, herhaling'])
    expect(await profiles('type=iets&isRefresher=x')).toEqual([])
    const templates = await planner.get(`/nibhv/getCompetenceProfileEventTemplates/${profile.uuid}`)
    expect(templates.json()).toEqual(NIBHV_LISTS.templates)
    expect((await planner.get('/nibhv/getCompetenceProfileEventTemplates/..%2Faccount')).status).toBe(404)
  })

  it('is told a course as kind, refresher and language, its components as templates without what those ask beforehand [T-055] [T-070] [T-071] [S-112]', async () => {
    expect((await section({ profile_uuid: 'geen' })).status).toBe(422)
    expect((await section({ 'components[0][templates][]': '{"uuid":"x"}' })).status).toBe(422)
    expect((await section()).status).toBe(200)
    const components = await componentsOf()
    const stored = await app.db.selectFrom('course_registers').selectAll().where('course_id', '=', course).where('register', '=', 'nibhv').executeTakeFirstOrThrow() // prettier-ignore
    expect(stored).toMatchObject({ enabled: true, type: 'bhv', kind: 'base', language: 'nl', profile_uuid: profile.uuid, profile_name: profile.course_name }) // prettier-ignore
    expect(stored.templates).toEqual(components.map(({ id }, i) => ({ component_id: id, uuid: [theory, practice][i % 2]!.uuid, name: [theory, practice][i % 2]!.name }))) // prettier-ignore
    const { $ } = await planner.get(`/courses/${course}/registers`)
    expect([$('[name=type]').val(), $('[name=language]').val(), $('[data-templates] [type=checkbox]').length]).toEqual(['bhv', 'nl', components.length]) // prettier-ignore
    expect((await section({ enabled: '' })).status).toBe(200)
    const off = await planner.get(`/courses/${course}/registers`)
    expect([off.$('[data-register-on]').attr('hidden'), off.$('[data-register-off]').attr('hidden'), off.$('[name=profile_uuid]').val()]).toEqual(['hidden', undefined, profile.uuid]) // prettier-ignore
    expect((await section()).status).toBe(200)
    for (const role of [ROLE.teacher, ROLE.supervisor])
      expect((await (await app.as(role)).get(`/courses/${course}/registers`)).status).toBe(403)
  })

  it('says from the enrolment on who is ready, and what is still to be mended', async () => {
    const nobody = await person({ first_name: 'Nog', last_name: 'Leeg', birth_date: null })
    const ready = await person()
    const planning = await given([nobody, ready])
    await app.db.updateTable('appointments').set({ starts_at: new Date(Date.now() + 9 * 86_400_000), ends_at: new Date(Date.now() + 9 * 86_400_000 + 3_600_000), status: 'planned' }).where('id', 'in', planning.parts).execute() // prettier-ignore
    const { $, text } = await planner.get(`/calendar/${planning.parts[0]!}/registers`)
    const rows = $('tbody tr').toArray().map((row) => $(row).find('td').toArray().slice(1).map((cell) => $(cell).text().trim())) // prettier-ignore
    expect(rows.map(([light]) => light).toSorted()).toEqual(['Kan niet', 'Klaar'])
    expect(text).toContain('De geboortedatum ontbreekt.')
    expect(text).toContain('2 cursisten, 1 klaar, 0 let op, 1 kan niet')
    await app.db.updateTable('contacts').set({ birth_date: '1990-01-01' }).where('id', '=', nobody).execute()
    expect((await planner.get(`/calendar/${planning.parts[0]!}/registers`)).text).toContain('Klaar voor NIBHV')
    const list = await planner.get(`/calendar/${planning.parts[0]!}/registers/list`)
    expect([list.status, list.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.xlsx')])
    const other = await addHeldPlanning(app, { students: [ready], teacher })
    await app.db.updateTable('appointment_groups').set({ course_id: app.story.courses.ehbo }).where('id', '=', other.planningId).execute() // prettier-ignore
    expect((await planner.get(`/calendar/${other.parts[0]!}/registers`)).status).toBe(404)
  })

  describe('asking a student to mend it', () => {
    const ask = (planning: HeldPlanning, students = planning.students) =>
      planner.post(`/calendar/${planning.parts[0]!}/registers/ask`, { contacts: students.join() })
    const light = (planning: HeldPlanning) => planner.get(`/calendar/${planning.parts[0]!}/registers`)
    const mailsTo = (contact: number) => app.db.selectFrom('mails').select(['recipient', 'text_body']).where('object_type', '=', 'contact').where('object_id', '=', contact).orderBy('id').execute() // prettier-ignore
    const tokenTo = async (contact: number) => /\/gegevens\/([\w-]+)/.exec((await mailsTo(contact)).at(-1)?.text_body ?? '')?.[1] ?? 'geen' // prettier-ignore
    async function visit(token: string) {
      const shown = await app.anonymous.page(`/gegevens/${token}`)
      const cookie = shown.headers.get('set-cookie')?.split(';')[0] ?? ''
      const csrf = String(shown.$('input[name=_token]').attr('value') ?? '')
      const fields = shown.$('main input:not([type=hidden])').toArray().map((input) => String(shown.$(input).attr('name'))) // prettier-ignore
      return {
        fields,
        title: shown.$('h1').text(),
        send: (form: Record<string, string>) =>
          app.anonymous.request(`/gegevens/${token}`, { method: 'POST', headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ _token: csrf, ...form }).toString() }), // prettier-ignore
      }
    }
    const GONE = 'Deze link is niet meer in gebruik'

    it('mails a link to who has something to mend, once in 24 hours, and says why not where it cannot be', async () => {
      const [empty, mute, fine] = [
        await person({ birth_date: null, email: 'leeg@voorbeeld.example' }),
        await person({ birth_date: null }),
        await person({ email: 'klaar@voorbeeld.example' }),
      ]
      const planning = await given([empty, mute, fine])
      const { $ } = await light(planning)
      expect($('[data-post$="/registers/ask"]').toArray().map((button) => $(button).attr('data-fields'))).toEqual([JSON.stringify({ contacts: String(empty) })]) // prettier-ignore
      expect($('tbody').text()).toContain('Zonder e-mailadres kan de cursist niet worden gevraagd.')
      expect([(await ask(planning)).status, (await mailsTo(empty)).length, (await mailsTo(mute)).length, (await mailsTo(fine)).length]).toEqual([204, 1, 0, 0]) // prettier-ignore
      for (const [who, why] of [
        [empty, 'Deze cursist is korter dan 24 uur geleden al gevraagd.'],
        [mute, 'Zonder e-mailadres kan de cursist niet worden gevraagd.'],
        [fine, 'Er is niets dat deze cursist zelf kan aanvullen.'],
      ] as const) {
        const answer = await ask(planning, [who])
        expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(why)])
      }
      expect((await light(planning)).text).toContain('nog geen antwoord.')
      await app.db.updateTable('register_questions').set({ asked_at: new Date(Date.now() - 25 * 3_600_000) }).where('contact_id', '=', empty).execute() // prettier-ignore
      expect([(await ask(planning)).status, (await mailsTo(empty)).length]).toEqual([204, 2])
      for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
        expect((await (await app.as(role)).post(`/calendar/${planning.parts[0]!}/registers/ask`, { contacts: String(empty) })).status).toBe(403) // prettier-ignore
    })

    it('shows and takes what is wrong alone, by the rules of the contact, and the light turns green', async () => {
      const who = await person({ birth_date: null, email: 'mijn@voorbeeld.example', phone: '038-1234567' })
      const planning = await given([who])
      await ask(planning)
      const link = await visit(await tokenTo(who))
      expect([link.title, link.fields]).toEqual(['Klopt dit?', ['birth_date']])
      for (const [typed, why] of [
        ['', 'Vul uw geboortedatum in.'],
        ['31-02-1990', 'geldig'],
        ['01-01-2199', 'vandaag'],
      ] as const) {
        const refused = await link.send({ birth_date: typed })
        expect([typed, refused.status, refused.text]).toEqual([typed, 422, expect.stringContaining(why)])
      }
      const before = await app.db.selectFrom('contacts').selectAll().where('id', '=', who).executeTakeFirstOrThrow()
      const done = await link.send({ birth_date: '02-01-1990', last_name: 'Anders', email: 'ander@voorbeeld.example', roles: '1' }) // prettier-ignore
      expect([done.status, done.text]).toEqual([200, expect.stringContaining('Bedankt')])
      const after = await app.db.selectFrom('contacts').selectAll().where('id', '=', who).executeTakeFirstOrThrow()
      expect(after).toEqual({ ...before, birth_date: '1990-01-02', version: after.version, updated_at: after.updated_at, client_id: after.client_id }) // prettier-ignore
      const shown = await light(planning)
      expect([shown.$('tbody .status').text(), shown.text]).toEqual(['Klaar', expect.stringContaining('Beantwoord op')])
      expect((await visit(await tokenTo(who))).fields).toEqual([])
    })

    it('sends who was refused again once it is mended by the link of the row', async () => {
      const who = await person({ last_name: 'Onbekend', email: 'onbekend@voorbeeld.example' })
      const planning = await given([who])
      expect((await finishAt(planning)).status).toBe(200)
      await send()
      const [row] = await rowsOf(planning)
      expect(row!.state).toBe('rejected')
      const popup = await planner.get(`/hok/request/${row!.id}`)
      expect(popup.text).toContain('Vraag de cursist')
      expect((await light(planning)).text).toContain('Geweigerd: Persoon onbekend')
      await ask(planning)
      expect((await planner.get(`/hok/request/${row!.id}`)).text).toContain('nog geen antwoord.')
      const link = await visit(await tokenTo(who))
      expect(link.fields).toEqual(['first_name', 'initials', 'last_name_prefix', 'last_name', 'birth_date'])
      const sent = { first_name: 'Hok', initials: 'H.', last_name: 'Bekend', birth_date: '04-03-1990' }
      expect((await link.send({ ...sent, last_name: '' })).status).toBe(422)
      expect((await link.send(sent)).status).toBe(200)
      expect((await rowsOf(planning)).map(({ state }) => state)).toEqual(['queued'])
      await send()
      expect((await rowsOf(planning)).map(({ state }) => state)).toEqual(['accepted'])
    })

    it('says one calm sentence where nothing is asked any more, and stores nothing', async () => {
      const asked = async () => {
        const who = await person({ birth_date: null, email: `weg${made}@voorbeeld.example` })
        const planning = await given([who])
        await ask(planning)
        return { who, planning, token: await tokenTo(who) }
      }
      const set = (who: number, values: object) => app.db.updateTable('register_questions').set(values).where('contact_id', '=', who).execute() // prettier-ignore
      const ENDS: Record<string, (of: Awaited<ReturnType<typeof asked>>) => Promise<unknown>> = {
        expired: ({ who }) => set(who, { expires_at: new Date(Date.now() - 1000) }),
        withdrawn: async ({ who, planning }) =>
          expect((await planner.post(`/calendar/${planning.parts[0]!}/registers/withdraw/${who}`)).status).toBe(204),
        // As a merge leaves it.
        merged: async ({ who }) => set(who, { contact_id: await person({ birth_date: null }) }),
        disabled: ({ who }) => app.db.updateTable('contacts').set({ active: false }).where('id', '=', who).execute(),
        cancelled: ({ planning }) => app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', 'in', planning.parts).execute(), // prettier-ignore
      }
      for (const [end, make] of Object.entries(ENDS)) {
        const of = await asked()
        const open = await visit(of.token)
        expect([end, open.fields]).toEqual([end, ['birth_date']])
        await make(of)
        const link = await visit(of.token)
        expect([end, link.title, link.fields]).toEqual([end, GONE, []])
        const late = await open.send({ birth_date: '01-02-1990' })
        expect([end, late.status, late.text]).toEqual([end, 200, expect.stringContaining(GONE)])
        const { birth_date } = await app.db.selectFrom('contacts').select('birth_date').where('id', '=', of.who).executeTakeFirstOrThrow() // prettier-ignore
        expect([end, birth_date]).toEqual([end, null])
      }
      expect((await visit('a'.repeat(32))).title).toBe(GONE)
    })

    it('tells beside an enrolment what the registers of the course will ask, by the same judgement and with the same link', async () => {
      const planning = await given([await person()])
      const [empty, fine] = [await person({ first_name: 'Nog', last_name: 'Leeg', birth_date: null, email: 'nieuw@voorbeeld.example' }), await person()] // prettier-ignore
      const notice = async (browser: Browser, ids: number[]) => (await browser.get(`/calendar/${planning.parts[0]!}/requirements?students=${ids.join()}`)).$('[data-enrol-notice]') // prettier-ignore
      expect((await notice(planner, [empty, fine])).text()).toContain('NIBHV: Nog Leeg: de geboortedatum ontbreekt.')
      expect((await notice(planner, [fine])).length).toBe(0)
      expect((await notice(planner, [empty])).find('[data-post]').attr('data-fields')).toBe(JSON.stringify({ contacts: String(empty) })) // prettier-ignore
      expect((await ask(planning, [empty])).status).toBe(204)
      expect((await visit(await tokenTo(empty))).fields).toEqual(['birth_date'])
      expect((await notice(planner, [empty])).find('[data-post]').length).toBe(0)
    })
  })

  it('takes who passed once, whatever it answers meanwhile, and files number and validity with them [R-164]', async () => {
    const planning = await given([await person(), await person({ last_name: 'Onbekend' }), await person()])
    expect((await planner.get(`/nibhv/validateAppointment/${planning.parts[0]!}?students=${planning.students[0]!}`)).json()).toEqual({ success: true, errors: [] }) // prettier-ignore
    expect((await finishAt(planning)).status).toBe(200)
    nibhv.behave('cut')
    await send()
    expect((await rowsOf(planning)).map(({ register, state }) => [register, state]).toSorted()).toEqual([['nibhv', 'accepted'], ['nibhv', 'queued'], ['nibhv', 'rejected']]) // prettier-ignore
    await later(planning)
    await send()
    const rows = await rowsOf(planning)
    expect(rows.filter(({ state }) => state === 'accepted').map(({ number, valid_until }) => [number, valid_until])).toEqual([[expect.stringMatching(/^BHV\d+$/), expect.any(String)], [expect.stringMatching(/^BHV\d+$/), expect.any(String)]]) // prettier-ignore
    expect([...nibhv.records.values()].filter(({ event }) => event.external_ref === String(planning.planningId))).toHaveLength(2) // prettier-ignore
    const told = nibhv.records.get(rows[0]!.key)!
    expect(told.event.parts[0]!.location).toEqual({ id: null, name: expect.any(String) as string })
    expect([told.event.parts.map(({ event_templates }) => event_templates), told.trainer_uuid, JSON.stringify(told).includes('prerequisites')]).toEqual([[[theory.uuid]], NIBHV_LISTS.trainers[0]!.uuid, false]) // prettier-ignore
    const refused = rows.find(({ state }) => state === 'rejected')!
    await app.db.updateTable('contacts').set({ last_name: 'Bekend' }).where('id', '=', refused.contact_id).execute()
    expect((await planner.post(`/hok/run/${refused.id}`)).status).toBe(204)
    await send()
    expect((await rowsOf(planning)).map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted'])
    expect((await planner.post('/nibhv/run')).status).toBe(204)
    const filed = await filedOf(planning)
    expect(filed.map(({ contact_id, number, valid_until, issuer, layout_id }) => [contact_id, number, valid_until, issuer, layout_id])).toEqual((await rowsOf(planning)).map(({ contact_id, number, valid_until }) => [contact_id, number, valid_until, 'NIBHV', null]).toSorted(([a], [b]) => Number(a) - Number(b))) // prettier-ignore
    const { id, number } = filed[0]!
    const view = await planner.get(`/certificate/view/${id}`)
    expect([view.$('dt:contains("Afgegeven door") + dd').text(), view.text.includes('/certificate/file/'), view.text.includes('Opnieuw uitgeven')]).toEqual(['NIBHV', false, false]) // prettier-ignore
    expect((await planner.get(`/hok/request/${rows[0]!.id}`)).$('dd a[href^="/certificate/view/"]').length).toBe(1)
    for (const path of [`/certificate/file/${id}`, `/certificates/file?ids=${id}`])
      expect([path, (await planner.get(path)).status]).toEqual([path, 409])
    const version = filed[0]!.version
    expect((await planner.post(`/certificate/reissue/${id}`, { reason: 'Naam', version: String(version) })).text).toContain('afgegeven door NIBHV') // prettier-ignore
    // What nobody but its register can vouch for is not vouched for here.
    const { token } = await app.db.selectFrom('certificates').select('token').where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect((await app.anonymous.page(`/verify/${token}`)).text).not.toContain(number)
    await app.db
      .updateTable('certificates')
      .set({ valid_until: addDays(today(), 20) })
      .where('id', '=', id)
      .execute()
    const { last_name } = await app.db.selectFrom('contacts').select('last_name').where('id', '=', filed[0]!.contact_id).executeTakeFirstOrThrow() // prettier-ignore
    expect((await planner.get(`/expiring?search=${last_name}`)).$('[data-rows] tr').length).toBe(1)
    expect((await planner.get(`/certificates?valid_until=next-3m&contact_id=${filed[0]!.contact_id}`)).text).toContain(number) // prettier-ignore
    expect((await planner.post(`/certificate/withdraw/${id}`, { reason: 'Foutief', version: String(version + 1) })).status).toBe(204) // prettier-ignore
  })

  it('is asked for the numbers that it makes later, by a GET with the token [R-167]', async () => {
    const planning = await given([await person()])
    nibhv.isSlow = true
    expect((await finishAt(planning)).status).toBe(200)
    await send()
    expect((await rowsOf(planning)).map(({ state, number }) => [state, number])).toEqual([['accepted', null]])
    nibhv.isSlow = false
    const path = `/nibhv/appointmentGroup/${planning.planningId}/syncResults`
    expect((await planner.get(path)).status).toBe(403)
    const { token } = (await planner.get('/ajax/getToken')).json<{ token: string }>()
    const sync = () => planner.request(path, { headers: { 'X-CSRF-Token': token } })
    expect((await sync()).json()).toEqual({ synced: 1 })
    expect((await rowsOf(planning))[0]!.number).toMatch(/^BHV/)
    expect((await sync()).json()).toEqual({ synced: 0 })
    const filed = await filedOf(planning)
    expect(filed.map(({ withdrawn_at }) => withdrawn_at)).toEqual([null])

    nibhv.withdrawn.add((await rowsOf(planning))[0]!.key)
    expect((await sync()).json()).toEqual({ synced: 0 })
    expect((await filedOf(planning)).map(({ id, withdrawn_reason }) => [id, withdrawn_reason])).toEqual([[filed[0]!.id, 'Ingetrokken door NIBHV']]) // prettier-ignore
    const popup = await planner.get(`/hok/request/${(await rowsOf(planning))[0]!.id}`)
    expect(popup.text).toContain('Het register heeft dit certificaat ingetrokken.')
  })

  it('gets the rest when it lets us in again, and nothing once the connection is removed', async () => {
    const planning = await given([await person(), await person()])
    expect((await finishAt(planning)).status).toBe(200)
    nibhv.behave({ status: 401 })
    await send()
    expect((await rowsOf(planning)).map(({ state }) => state)).toEqual(['queued', 'queued'])
    expect((await administrator.post('/settings/nibhv/forget')).status).toBe(204)
    await later(planning)
    await send()
    expect((await rowsOf(planning)).map(({ state }) => state)).toEqual(['queued', 'queued'])
    expect((await validate(planning, planning.students)).success).toBe(true)
    expect((await planner.get(`/nibhv/validateAppointment/${planning.parts[0]!}?students=${planning.students.join()}`)).json<{ errors: string[] }>().errors).toContain('Er is nog geen verbinding met NIBHV ingesteld.') // prettier-ignore
  })
})
