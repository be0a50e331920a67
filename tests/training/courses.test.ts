import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { optionsOf } from '../support/options.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

type Fields = Record<string, FormValue>
/** The fields of a course form; each component as the repeating block sends it. */
function courseForm(course: Fields, components: Fields[] = [{}]): Fields {
  const form: Fields = { description: 'Ontruimingsoefening', max_count: 12, refresher_course_id: '-1', ...course }
  components.forEach((component, i) => {
    const fields = { description: 'Oefening', duration_minutes: '2:30', default_start: '09:00', ...component }
    for (const [name, value] of Object.entries(fields))
      form[`components[${i}][${name}]${Array.isArray(value) ? '[]' : ''}`] = value
  })
  return form
}

let codes = 0
async function addCourse(course: Fields = {}, components?: Fields[]): Promise<number> {
  const answer = await planner.post('/course/add', courseForm({ code: `T-${++codes}`, ...course }, components))
  expect(answer.status).toBe(200)
  return answer.json<{ id: number }>().id
}

const componentsOf = (course: number) =>
  app.db.selectFrom('course_components').selectAll().where('course_id', '=', course).orderBy('position').execute()

/** Plans a course once, so that it and its components are in use. */
async function plan(course: number, more: { max_count?: number; room_id?: number } = {}): Promise<void> {
  const planning = await app.db
    .insertInto('appointment_groups')
    .values({ course_id: course })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [component] = await componentsOf(course)
  await app.db
    .insertInto('appointments')
    .values({
      group_id: planning.id,
      component_id: component!.id,
      description: component!.description,
      starts_at: new Date('2027-03-01T08:00:00Z'),
      ends_at: new Date('2027-03-01T10:30:00Z'),
      max_count: more.max_count ?? 9,
      room_id: more.room_id ?? null,
    })
    .execute()
}

describe('the list of courses', () => {
  const names = (answer: Answer) =>
    answer
      .$('tbody tr td.c-main')
      .map((_, cell) => answer.$(cell).text().trim())
      .get()

  it('shows the active courses in Dutch order of their description', async () => {
    const shown = names(await planner.page('/courses'))
    expect(shown).toContain('BHV basis')
    expect(shown).not.toContain('Kleine blusmiddelen')
    expect(shown).toEqual([...shown].sort(new Intl.Collator('nl').compare))
  })

  it('shows kind, places, validity and number of components', async () => {
    const answer = await planner.page('/courses?search=rusttijden')
    const cells = answer
      .$('tbody tr')
      .first()
      .find('td')
      .map((_, cell) => answer.$(cell).text().trim())
      .get()
    expect(cells.filter(Boolean)).toEqual(['Code 95 rij- en rusttijden', 'C95-RR', 'Online', '20', '5 jaar', '1'])
  })

  it('has the deactivated courses under their own filter, dimmed [T-113]', async () => {
    const answer = await planner.page('/courses?active=no')
    expect(names(answer)).toEqual(['Kleine blusmiddelen'])
    expect(answer.$('tbody tr').first().hasClass('is-off')).toBe(true)
  })

  it('keeps the online courses, or the others', async () => {
    expect(names(await planner.page('/courses?online=yes'))).toEqual(['Code 95 rij- en rusttijden'])
    expect(names(await planner.page('/courses?online=no'))).not.toContain('Code 95 rij- en rusttijden')
  })
})

describe('adding a course', () => {
  it('offers a form with one open component [R-094][S-077]', async () => {
    const { $ } = await planner.get('/course/add')
    expect($('form').attr('hx-post')).toBe('/course/add')
    expect($('[data-repeat][data-sortable] [data-repeat-item]')).toHaveLength(1)
    expect($('input[name="components[0][description]"]')).toHaveLength(1)
    expect($('select[name="components[0][skills][]"][multiple]')).toHaveLength(1)
  })

  it('stores the components in the order of the form, with the skills a teacher needs', async () => {
    const { bhv, ehbo } = app.story.skills
    const id = await addCourse({ online: '1', validity_months: '' }, [
      { description: 'Theorie', duration_minutes: '7:30', default_start: '08:30', skills: [bhv, ehbo] },
      { description: 'Examen', duration_minutes: '1', days_after_previous: 7, optional: '1' },
    ])
    const course = (await planner.get(`/ajax/getCourse/${id}`)).json<{ components: object[] }>()
    expect(course).toMatchObject({ description: 'Ontruimingsoefening', online: 1, last_max_count: 12 })
    expect(course.components).toMatchObject([
      {
        description: 'Theorie',
        duration_minutes: 450,
        default_start: '08:30',
        days_after_previous: 0,
        optional: false,
        skills: [
          { id: bhv, name: 'BHV' },
          { id: ehbo, name: 'EHBO' },
        ],
      },
      { description: 'Examen', duration_minutes: 60, days_after_previous: 7, optional: true, skills: [] },
    ])
    expect(
      (await app.db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirst())?.validity_months,
    ).toBe(null)
  })

  it('opens the new course and announces it', async () => {
    const answer = await planner.post('/course/add', courseForm({ code: 'OPEN' }))
    const { id } = answer.json<{ id: number }>()
    expect(answer.trigger).toMatchObject({
      changed: { items: [{ type: 'course', id }] },
      'popup-close': {},
      'popup-open': { url: `/course/view/${id}` },
    })
  })

  it.each([
    ['no component', courseForm({ code: 'X' }, []), 'components', 'Voeg minimaal één onderdeel toe.'],
    [
      'a duration that is none',
      courseForm({ code: 'X' }, [{ duration_minutes: 'lang' }]),
      'components.0.duration_minutes',
      'Duur is geen geldige duur in uren en minuten, zoals 8:00.',
    ],
    [
      'a duration of nothing',
      courseForm({ code: 'X' }, [{}, { duration_minutes: '0:00' }]),
      'components.1.duration_minutes',
      'Duur moet tussen 5 minuten en 240 uur liggen.',
    ],
    ['a taken code', courseForm({ code: 'BHV-B' }), 'code', 'Er is al een opleiding met deze code.'],
    [
      'a skill that is gone',
      courseForm({ code: 'X' }, [{ skills: [999_999] }]),
      'components',
      'Een gekozen vaardigheid bestaat niet meer.',
    ],
  ])('refuses %s', async (_what, form, field, message) => {
    const answer = await planner.post('/course/add', form)
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({ [field]: [message] })
  })

  it('has no refresher when Geen was chosen [T-061]', async () => {
    const id = await addCourse({ refresher_course_id: '-1' })
    const stored = await app.db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored.refresher_course_id).toBe(null)
    expect((await planner.get(`/ajax/getCourse/${id}`)).json()).toMatchObject({ refresher_course_id: -1 })
  })

  it('refreshes itself when Zelfde was chosen', async () => {
    const id = await addCourse({ refresher_course_id: 'same' })
    expect((await planner.get(`/ajax/getCourse/${id}`)).json()).toMatchObject({ refresher_course_id: id })
    const { $ } = await planner.get(`/course/edit/${id}`)
    expect($('select[name="refresher_course_id"]').val()).toBe('same')
  })
})

describe('the popup of a course', () => {
  it('shows its data and a menu with its components to who teaches or supervises [R-095][S-078]', async () => {
    for (const role of [3, 4]) {
      const browser = await app.as(role)
      const answer = await browser.get(`/course/view/${app.story.courses.ehbo}`)
      const labels = answer
        .$('[data-item]')
        .map((_, label) => answer.$(label).text())
        .get()
      expect(labels.map((label) => label.replace(/\d+$/, '')).slice(0, 2)).toEqual(['Overzicht', 'Onderdelen'])
      expect(answer.$('.popup-body').text()).toContain('2 jaar')
      expect(answer.$('.popup-body').text()).toContain('Vanaf vorige vervaldatum')
      expect(answer.$('a[href^="/course/edit"]')).toHaveLength(0)
      expect((await browser.get(`/course/edit/${app.story.courses.ehbo}`)).status).toBe(403)
    }
    expect((await (await app.as(5)).get(`/course/view/${app.story.courses.ehbo}`)).status).toBe(403)
  })

  it('lists the components with day, start, duration and skills', async () => {
    const { $ } = await planner.get(`/course/view/${app.story.courses.bhv}?item=components`)
    const rows = $('.rt-table tbody tr')
      .map((_, row) => $(row).text().replace(/\s+/g, ' ').trim())
      .get()
    expect(rows).toEqual([
      'Theorie BHV Dag 1 08:30 7 uur 30 BHV',
      'Praktijk BHV Dag 2 7 dagen na de vorige 08:30 7 uur 30 BHV',
    ])
  })

  it('does not exist for an id without a course', async () => {
    expect((await planner.get('/course/view/999999')).status).toBe(404)
    expect((await planner.get('/ajax/getCourse/999999')).status).toBe(404)
    expect((await planner.post('/course/activate/999999')).status).toBe(404)
  })
})

describe('editing a course', () => {
  it('gives every stored component its id and its removal URL [P-087]', async () => {
    const { $ } = await planner.get(`/course/edit/${app.story.courses.bhv}`)
    const [first] = await componentsOf(app.story.courses.bhv)
    const item = $('[data-repeat-item]').first()
    expect(item.attr('data-item-id')).toBe(String(first!.id))
    expect(item.attr('data-removal-url')).toBe('/course/components/delete')
    expect(item.find('input[name="components[0][duration_minutes]"]').val()).toBe('7:30')
  })

  it('keeps the components that were moved, drops what was left out and adds what is new', async () => {
    const course = { code: 'MOVE' }
    const id = await addCourse(course, [
      { description: 'Een' },
      { description: 'Twee', days_after_previous: 7 },
      { description: 'Drie' },
    ])
    const [one, two] = await componentsOf(id)
    const answer = await planner.post(`/course/edit/${id}`, {
      ...courseForm(course, [
        { id: two!.id, description: 'Twee', days_after_previous: 7 },
        { id: one!.id, description: 'Een, herzien' },
        { description: 'Vier' },
      ]),
      version: 1,
    })
    expect(answer.status).toBe(204)
    const stored = await componentsOf(id)
    expect(stored.map(({ id: component, description }) => [component, description])).toEqual([
      [two!.id, 'Twee'],
      [one!.id, 'Een, herzien'],
      [expect.any(Number), 'Vier'],
    ])
    // The first has no previous one to wait for.
    expect(stored[0]!.days_after_previous).toBe(0)
  })

  it('is refused when somebody else saved meanwhile, if only a component', async () => {
    const course = { code: 'STALE' }
    const id = await addCourse(course)
    const [component] = await componentsOf(id)
    const form = (description: string) => ({
      ...courseForm(course, [{ id: component!.id, description }]),
      version: 1,
    })
    expect((await planner.post(`/course/edit/${id}`, form('Eerste'))).status).toBe(204)
    const late = await (await app.as(1)).post(`/course/edit/${id}`, form('Tweede'))
    expect(late.status).toBe(409)
    expect(late.json()).toMatchObject({ stale: { by: 'Sanne Willems' } })
    expect((await componentsOf(id))[0]!.description).toBe('Eerste')
  })

  it('does not take the component of another course, nor one twice', async () => {
    const id = await addCourse({ code: 'OWN' })
    const [own] = await componentsOf(id)
    const [foreign] = await componentsOf(app.story.courses.vca)
    for (const ids of [[foreign!.id], [own!.id, own!.id]]) {
      const components = ids.map((component) => ({ id: component }))
      const answer = await planner.post(`/course/edit/${id}`, {
        ...courseForm({ code: 'OWN' }, components),
        version: 1,
      })
      expect(answer.status).toBe(422)
      expect(answer.json()).toHaveProperty('_form')
    }
    expect(await componentsOf(id)).toMatchObject([{ id: own!.id }])
  })

  it('does not drop a component that plannings were made of', async () => {
    const course = { code: 'USED' }
    const id = await addCourse(course, [{ description: 'Praktijk' }, { description: 'Toets' }])
    await plan(id)
    const [, second] = await componentsOf(id)
    const answer = await planner.post(`/course/edit/${id}`, {
      ...courseForm(course, [{ id: second!.id, description: 'Toets' }]),
      version: 1,
    })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({
      components: ["Onderdeel 'Praktijk' staat in 1 planning en kan niet worden verwijderd."],
    })
    expect(await componentsOf(id)).toHaveLength(2)
  })
})

describe('the removal of one stored component', () => {
  it('takes it out of the course, and leaves the open form able to save the rest', async () => {
    const course = { code: 'TRASH' }
    const id = await addCourse(course, [{ description: 'Blijft' }, { description: 'Gaat' }])
    const [stays, goes] = await componentsOf(id)
    const removed = await planner.post('/course/components/delete', { id: goes!.id })
    expect(removed.status).toBe(204)
    expect(removed.trigger.changed).toEqual({ items: [{ type: 'course', id }] })
    const saved = await planner.post(`/course/edit/${id}`, {
      ...courseForm(course, [{ id: stays!.id, description: 'Blijft' }]),
      version: 1,
    })
    expect(saved.status).toBe(204)
    expect(await componentsOf(id)).toMatchObject([{ id: stays!.id }])
    expect((await planner.post('/course/components/delete', { id: goes!.id })).status).toBe(404)
  })

  it('is blocked when plannings were made of it, and when it is the only one', async () => {
    const id = await addCourse({}, [{ description: 'Enige' }])
    const [only] = await componentsOf(id)
    expect((await planner.post('/course/components/delete', { id: only!.id })).status).toBe(409)
    await plan(id)
    const blocked = await planner.post('/course/components/delete', { id: only!.id })
    expect(blocked.status).toBe(409)
    expect(blocked.json()).toMatchObject({ reasons: [{ label: "Planningen van 'Enige'", count: 1 }] })
    expect(await componentsOf(id)).toHaveLength(1)
  })
})

describe('two people who each remove one of the last two components', () => {
  it('leave one', async () => {
    const id = await addCourse({}, [{ description: 'Een' }, { description: 'Twee' }])
    const browsers = [planner, await app.as(1)]
    const components = await componentsOf(id)
    const answers = await Promise.all(
      components.map((component, i) => browsers[i]!.post('/course/components/delete', { id: component.id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await componentsOf(id)).toHaveLength(1)
  })
})

describe('deleting a course', () => {
  it('removes it with its components when nothing hangs on it [R-096]', async () => {
    const id = await addCourse({}, [{ skills: [app.story.skills.bhv] }])
    const answer = await planner.post('/course/delete', { id })
    expect(answer.status).toBe(204)
    expect(answer.trigger.changed).toEqual({ items: [{ type: 'course', id }] })
    expect((await planner.get(`/course/view/${id}`)).status).toBe(404)
    expect(await componentsOf(id)).toEqual([])
  })

  it('is blocked by plannings and by courses that it refreshes', async () => {
    const id = await addCourse()
    await addCourse({ refresher_course_id: id })
    await plan(id)
    const reasons = [
      { label: 'Planningen', count: 1 },
      { label: 'Opleidingen met deze herhaling', count: 1 },
    ]
    expect((await planner.get(`/ajax/getDeletionPreventors/course/${id}`)).json()).toEqual({ reasons })
    const answer = await planner.post('/course/delete', { id })
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({ reasons })
    expect((await planner.get(`/course/view/${id}`)).status).toBe(200)
  })

  it('is not blocked by its being its own refresher', async () => {
    const id = await addCourse({ refresher_course_id: 'same' })
    expect((await planner.post('/course/delete', { id })).status).toBe(204)
  })
})

describe('deactivating and activating', () => {
  const isActive = async (id: number) =>
    (await app.db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).active

  it('warns to check planning, refreshers and alternatives first [T-114][S-079]', async () => {
    const id = await addCourse()
    const option = optionsOf(await planner.get(`/course/view/${id}`)).find(({ label }) => label === 'Deactiveren')
    expect(option?.url).toBe(`/course/deactivate/${id}`)
    expect(option?.confirm).toMatch(/planning.*herhalingen.*alternatieven/)
  })

  it('takes a course out of use and back [T-113][R-097][R-098]', async () => {
    const id = await addCourse()
    expect((await planner.post(`/course/deactivate/${id}`)).status).toBe(204)
    expect(await isActive(id)).toBe(false)
    const answer = await planner.post(`/course/activate/${id}`)
    expect(answer.trigger.changed).toEqual({ items: [{ type: 'course', id }] })
    expect(await isActive(id)).toBe(true)
  })

  it('offers activating a deactivated course, without a question [S-080]', async () => {
    const options = optionsOf(await planner.get(`/course/view/${app.story.courses.retired}`))
    const option = options.find(({ label }) => label === 'Activeren')
    expect(option?.url).toBe(`/course/activate/${app.story.courses.retired}`)
    expect(option?.confirm).toBe(undefined)
    expect(options.map(({ label }) => label)).not.toContain('Deactiveren')
  })
})

describe('the calls of other screens', () => {
  it('answers the active courses by id, or the ones asked for [R-090]', async () => {
    const { bhv, vca, retired } = app.story.courses
    const all = (await planner.get('/ajax/getCourses')).json()
    expect(all).toMatchObject({ [bhv]: 'BHV basis', [vca]: 'VCA Basis' })
    expect(all).not.toHaveProperty(String(retired))
    expect((await planner.get(`/ajax/getCourses?id=${retired}`)).json()).toEqual({ [retired]: 'Kleine blusmiddelen' })
  })

  it('answers one course with its components, online as 1 or 0 [R-091][T-058]', async () => {
    const { bhv, bhvRefresher, online } = app.story.courses
    const answer = await planner.get(`/ajax/getCourse/${bhv}`)
    expect(answer.json()).toMatchObject({
      id: bhv,
      code: 'BHV-B',
      online: 0,
      refresher_course_id: bhvRefresher,
      components: [{ description: 'Theorie BHV' }, { description: 'Praktijk BHV' }],
    })
    expect((await planner.get(`/ajax/getCourse/${online}`)).json()).toMatchObject({ online: 1 })
  })

  it('names the places of the latest planning', async () => {
    const id = await addCourse({ max_count: 12 })
    await plan(id, { max_count: 6 })
    await plan(id, { max_count: 8 })
    expect((await planner.get(`/ajax/getCourse/${id}`)).json()).toMatchObject({ max_count: 12, last_max_count: 8 })
  })

  it('answers several courses at once and leaves out what does not exist [R-092]', async () => {
    const { vca, ehbo } = app.story.courses
    const answer = await planner.get(`/courses/fetch?ids=${vca},${ehbo},999999`)
    const courses = answer.json<{ id: number; components: object[] }[]>()
    expect(courses.map((course) => [course.id, course.components.length])).toEqual([
      [ehbo, 3],
      [vca, 2],
    ])
    expect((await planner.get('/courses/fetch')).json()).toEqual([])
  })

  it('offers active courses in the selector and still finds a deactivated one by its id', async () => {
    const search = (query: string) => planner.get(`/ajax/specialSelectorSearch?type=course&${query}`)
    expect(Object.values((await search('v=bhv')).json())).toContain('BHV basis')
    expect((await search('v=kleine+blusmiddelen')).json()).toEqual({})
    const { retired } = app.story.courses
    expect((await search(`id=${retired}`)).json()).toEqual({ [retired]: 'Kleine blusmiddelen' })
  })

  it('finds a course by its description, small mistakes included [P-109]', async () => {
    const { cpr } = app.story.courses
    for (const text of ['Reanimatie en AED', 'reanimatei', 'en aed']) {
      const { data } = (await planner.get(`/ajax/superSearch?query=${encodeURIComponent(text)}`)).json<{
        data: { searchable_type: string; searchable_id: number; searchable_field: string; name: string }[]
      }>()
      expect(data.find((hit) => hit.searchable_type === 'Course' && hit.searchable_id === cpr)).toMatchObject({
        searchable_field: 'description',
        name: 'Reanimatie en AED',
      })
    }
  })
})

describe('adding a skill', () => {
  const skills = () => app.db.selectFrom('skills').select(['id', 'name']).orderBy('id').execute()

  it('makes it choosable at once [R-102]', async () => {
    const answer = await planner.post('/course/skills/create', { name: 'Hoogwerker' })
    const skill = answer.json<{ id: number; name: string }>()
    expect(skill.name).toBe('Hoogwerker')
    expect(answer.trigger.changed).toEqual({ items: [{ type: 'skill', id: skill.id }] })
    expect(await skills()).toContainEqual(skill)
  })

  it('does nothing for the placeholder of an empty selector [A-125][M-079]', async () => {
    const before = await skills()
    const answer = await planner.post('/course/skills/create', { name: 'Maak een keuze' })
    expect(answer.status).toBe(204)
    expect(answer.trigger).toEqual({})
    expect(await skills()).toEqual(before)
  })

  it('finds the one that is there under the same name', async () => {
    const answer = await planner.post('/course/skills/create', { name: 'heftruck' })
    expect(answer.json()).toEqual({ id: app.story.skills.forklift, name: 'Heftruck' })
  })

  it('is not for who may only look', async () => {
    expect((await (await app.as(3)).post('/course/skills/create', { name: 'Autoblusser' })).status).toBe(403)
  })
})
