import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { askBulk } from '../support/bulk.ts'
import { shownFields } from '../support/example-calls.ts'
import { addPlanning } from './enrolment-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const textOf = ({ $ }: Answer) => $.root().text().replace(/\s+/g, ' ')
const ask = (url: string, ids: number[], choices: Record<string, string>) => askBulk(administrator, url, ids, choices)

let made = 0
interface Made {
  active?: boolean
  max_count?: number
  language?: string | null
  refresher_course_id?: number | null
}
async function addCourse({ active = true, max_count = 12, language = null, ...more }: Made = {}): Promise<number> {
  made++
  const { id } = await app.db
    .insertInto('courses')
    .values({ description: `Proefopleiding ${made}.`, code: `PROEF-${made}`, active, max_count, language, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const coursesOf = (ids: number[]) =>
  app.db
    .selectFrom('courses')
    .select(['id', 'description', 'active', 'max_count', 'language', 'minimum_age', 'replace_days', 'bring'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

describe('a bulk action on courses', () => {
  it('puts them out of use, and says what goes on referring to them', async () => {
    const [planned, refresher, off] = [await addCourse(), await addCourse(), await addCourse({ active: false })]
    await addPlanning(app, { courseId: planned })
    await addCourse({ refresher_course_id: refresher })
    const popup = await administrator.get(`/courses/bulk/deactivate?ids=${planned},${refresher},${off}`)
    expect(popup.$('.popup-title').text()).toBe('2 van de 3 opleidingen deactiveren')
    expect(textOf(popup)).toContain('1 planning komt nog. Wat gepland is, blijft zoals het is.')
    expect(textOf(popup)).toContain('1 andere opleiding met deze herhaling: kies daar een andere.')
    expect(textOf(popup)).toContain('is al niet actief')
    const saved = await administrator.post('/courses/bulk/deactivate', shownFields(popup.$))
    expect(saved.trigger.flash?.str).toBe('2 opleidingen gedeactiveerd, 1 niet')
    await administrator.post(`/undo/${saved.undo!.set}`)
    expect((await coursesOf([planned, refresher, off])).map(({ active }) => active)).toEqual([true, true, false])
  })

  it('asks which field and how many, and reads both as the form of a course does', async () => {
    const id = await addCourse()
    const url = '/courses/bulk/field'
    expect((await administrator.get(`${url}?ids=${id}`)).$('[data-form-note]').text()).toBe('Kies een veld.')
    const without = await ask(url, [id], { field: 'max_count', max_count: '' })
    expect(without.shown.text).toContain('data-plan-refusal="Vul een aantal van 1 tot en met 1000 in."')
    expect((await administrator.post(url, { ...without.form, max_count: '1001' })).status).toBe(422)
    const { form } = await ask(url, [id], { field: 'language', language: 'en' })
    expect((await administrator.post(url, form)).status).toBe(204)
    expect(await coursesOf([id])).toMatchObject([{ language: 'en', max_count: 12 }])
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.get(`${url}?ids=${id}`)).status).toBe(403)
  })
})

const urlOf = (parts: number[]) => `/messages/write/plannings?ids=${parts.join(',')}`
const enrol = async (parts: number[], people: number[]) => {
  const rows = parts.flatMap((appointment_id) => people.map((contact_id) => ({ appointment_id, contact_id })))
  if (rows.length > 0) await app.db.insertInto('enrolments').values(rows).execute()
}
const mailsOf = (subject: string) =>
  app.db.selectFrom('mails').select(['recipient', 'object_type', 'object_id']).where('subject', '=', subject).execute()

describe('a message to the students of chosen plannings', () => {
  it('goes once to each, and names who has no address and which planning has nobody', async () => {
    const [one, two, empty] = [
      await addPlanning(app, { components: [null, null] }),
      await addPlanning(app),
      await addPlanning(app),
    ]
    const both = await addContact(app.db, { last_name: 'Beide', email: 'beide@proef.example' })
    const mute = await addContact(app.db, { last_name: 'Zonderadres', email: null })
    await enrol(one.parts, [both])
    await enrol(two.parts, [both, mute])
    const url = urlOf([one.parts[0]!, two.parts[0]!, empty.parts[0]!])
    const popup = await administrator.get(url)
    expect(popup.$('[type=submit]').first().text()).toContain('1 persoon')
    expect(textOf(popup)).toContain('Zonderadres')
    expect(textOf(popup)).toContain(`planning ${empty.planningId} (geen cursisten)`)
    const sent = await administrator.post(url, { subject: 'Parkeren', content: '<p>Beste {{ ontvanger.naam }}</p>' })
    expect(sent.status).toBe(204)
    expect(await mailsOf('Parkeren')).toEqual([
      { recipient: 'beide@proef.example', object_type: 'contact', object_id: both },
    ])
    expect((await (await app.as(ROLE.teacher)).get(url)).status).toBe(403)
  })

  it('is offered above the list of plannings', async () => {
    const { $ } = await administrator.page('/plannings')
    expect($('.selbar [data-bulk]').first().text().trim()).toBe('Bericht aan cursisten')
  })
})
