// clock
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import type { DB } from '../../src/platform/database/types.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { issue } from '../../src/training/proof/certificates/certificates.commands.ts'
import { type Answer, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addPassedPlanning } from '../support/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const UNKNOWN = 'x'.repeat(24)

async function certificateOf(target: TestApp, contact: Parameters<typeof addContact>[1] = {}) {
  const person = await addContact(target.db, { birth_date: '1985-03-12', ...contact })
  const courseId = await addCourse(target.db, { description: 'BHV basis', validity_months: 12 })
  const { planningId } = await addPassedPlanning(target.db, courseId, [person])
  const input = { planningId, contactIds: [person], layoutId: 1, issuedOn: today() }
  const [id] = await inTransaction(target.db, null, (trx) => issue(trx, input, target.services))
  return target.db.selectFrom('certificates').selectAll().where('id', '=', id!).executeTakeFirstOrThrow()
}

/** Types a last name on the page, as a visitor with a session of his own does. */
async function typeName(target: TestApp, token: string, lastName: string): Promise<Answer> {
  const page = await target.anonymous.page(`/verify/${token}`)
  const cookie = page.headers.get('set-cookie')!.split(';')[0]!
  return target.anonymous.request(`/verify/${token}`, {
    method: 'POST',
    headers: { cookie, accept: 'text/html' },
    body: new URLSearchParams({ _token: page.$('[name=_token]').val() as string, last_name: lastName }),
  })
}
const statusOf = (answer: Answer) => answer.$('main .status').text()
const factsOf = (answer: Answer) =>
  answer
    .$('main dd')
    .toArray()
    .map((fact) => answer.$(fact).text())

describe('the public check', () => {
  it('shows a valid certificate without its holder', async () => {
    const { token, valid_until } = await certificateOf(app, { first_name: 'Anna', last_name: 'Geheim' })
    const answer = await app.anonymous.page(`/verify/${token}`)
    expect(answer.status).toBe(200)
    expect(statusOf(answer)).toBe('Geldig')
    expect(factsOf(answer)).toEqual([
      'BHV basis',
      formatDate(today()),
      formatDate(valid_until),
      'Noordkaap Opleidingen',
    ])
    expect(answer.text).not.toContain('Geheim')
    expect(answer.text).not.toContain('Anna')
    expect(answer.text).not.toContain('1985')
  })

  it('is headed by the firm, as are the other pages for who has no account, and names who issued it', async () => {
    const { token } = await certificateOf(app, {})
    for (const path of [
      `/verify/${token}`,
      '/verify',
      '/apply',
      '/apply/nee',
      '/reset',
      '/offerte/nee',
      '/betalen/nee',
    ]) {
      const { $ } = await app.anonymous.page(path)
      expect([path, $('.side-brand').text(), $('title').text().split(' – ').at(-1)]).toEqual([
        path,
        'Noordkaap Opleidingen',
        'Noordkaap Opleidingen',
      ])
    }
    const { text } = await app.anonymous.page(`/verify/${token}`)
    expect(text).toContain('Dit certificaat is afgegeven door Noordkaap Opleidingen en is geldig.')
  })

  it('is neither kept nor indexed', async () => {
    const { token } = await certificateOf(app)
    for (const path of [`/verify/${token}`, `/verify/${UNKNOWN}`]) {
      const { headers, $ } = await app.anonymous.page(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex')
      expect($('meta[name=robots]').attr('content')).toBe('noindex')
    }
  })

  it('tells expired, withdrawn and unknown apart, the last day still being valid', async () => {
    const { id, token } = await certificateOf(app)
    const change = (values: Updateable<DB['certificates']>) =>
      app.db.updateTable('certificates').set(values).where('id', '=', id).execute()
    const shown = async () => statusOf(await app.anonymous.page(`/verify/${token}`))
    await change({ issued_on: '2020-01-01', valid_until: today() })
    expect(await shown()).toBe('Geldig')
    await change({ valid_until: addDays(today(), -1) })
    expect(await shown()).toBe('Verlopen')
    await change({ withdrawn_at: new Date(), withdrawn_reason: 'Vervalst' })
    expect(await shown()).toBe('Ingetrokken')
    expect((await app.anonymous.page(`/verify/${token}`)).text).not.toContain('Vervalst')
    expect(statusOf(await app.anonymous.page(`/verify/${UNKNOWN}`))).toBe('Onbekend')
  })

  it('answers every token that does not exist with the same page', async () => {
    const { token } = await certificateOf(app)
    const shape = (answer: Answer) => [
      answer.status,
      answer.headers.get('content-type'),
      answer.$('main > *').length - answer.$('main > dl').length,
      answer.$('form input').length,
    ]
    const known = shape(await app.anonymous.page(`/verify/${token}`))
    for (const other of [UNKNOWN, 'kort', 'a%20b', `${token}x`, 'é'.repeat(30), 'y'.repeat(5000)])
      expect(shape(await app.anonymous.page(`/verify/${other}`))).toEqual(known)
    expect(shape(await typeName(app, UNKNOWN, 'Jansen'))).toEqual(shape(await typeName(app, token, 'Jansen')))
  })

  it.each([
    [
      'van den',
      'Berg-op den Camp',
      ['Berg-op den Camp', 'berg op den camp', 'VAN DEN BERG-OP DEN CAMP', 'bergopdencamp'],
    ],
    ['', 'Łukasiewicz', ['Łukasiewicz', 'lukasiewicz']],
    ['', 'Yıldız', ['Yıldız', 'Yildiz', 'YILDIZ', ' yıldız ']],
    ['', 'Güneş-Öztürk', ['gunes ozturk', 'Güneş-Öztürk']],
    ["'t", 'Hart', ['Hart', "'t Hart", 't hart']],
    ['', 'Иванова', ['Иванова', 'ИВАНОВА']],
  ])('shows the name to who knows %s %s', async (last_name_prefix, last_name, typed) => {
    const { token } = await certificateOf(app, { first_name: 'Noor', last_name_prefix, last_name })
    for (const name of typed) {
      const { status, $ } = await typeName(app, token, name)
      expect([name, status, $('.note').text().trim()]).toEqual([
        name,
        200,
        `Dit certificaat staat op naam van ${['Noor', last_name_prefix, last_name].filter(Boolean).join(' ')}.`,
      ])
    }
  })

  it('shows it to nobody else', async () => {
    const { token } = await certificateOf(app, { first_name: 'Noor', last_name_prefix: 'de', last_name: 'Wit' })
    for (const typed of ['', ' ', '-', 'Noor', 'de', 'Wi', 'Witte', '%', 'Noor de Wit']) {
      const answer = await typeName(app, token, typed)
      expect(answer.$('.field-error').text()).toBe('Deze achternaam hoort niet bij dit certificaat.')
      expect(answer.$('main').text()).not.toContain('op naam van')
    }
  })

  it('answers a name of any length with the page', async () => {
    const { token } = await certificateOf(app, { last_name: 'Kort' })
    const answer = await typeName(app, token, 'x'.repeat(5000))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.text).toContain('Deze achternaam hoort niet bij dit certificaat.')
  })

  it('does not take a name of other letters for one of none', async () => {
    const { token } = await certificateOf(app, { last_name: 'Иванова' })
    for (const typed of ['-', 'Петрова']) expect((await typeName(app, token, typed)).$('.field-error').length).toBe(1)
  })

  it('refuses a name that another site sends', async () => {
    const { token } = await certificateOf(app, { last_name: 'Wit' })
    const answer = await app.anonymous.request(`/verify/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ last_name: 'Wit' }),
    })
    expect(answer.status).toBe(403)
  })
})

/** Types what stands on paper on the page whose address is printed there. */
async function typeNumber(target: TestApp, number: string, lastName: string): Promise<Answer> {
  const page = await target.anonymous.page('/verify')
  const cookie = page.headers.get('set-cookie')!.split(';')[0]!
  return target.anonymous.request('/verify', {
    method: 'POST',
    headers: { cookie, accept: 'text/html' },
    body: new URLSearchParams({ _token: page.$('[name=_token]').val() as string, number, last_name: lastName }),
  })
}

describe('the address that is printed', () => {
  it('asks number and last name, and shows nothing before', async () => {
    const page = await app.anonymous.page('/verify')
    expect([page.status, page.$('form [name=number]').length, page.$('form [name=last_name]').length]).toEqual([
      200, 1, 1,
    ])
    expect([page.$('.status').length, page.headers.get('x-robots-tag'), page.headers.get('cache-control')]).toEqual([
      0,
      'noindex',
      'no-store',
    ])
  })

  it('shows the certificate to who types both, with or without dash and spaces', async () => {
    const { number } = await certificateOf(app, { first_name: 'Noor', last_name_prefix: 'de', last_name: 'Wit' })
    for (const typed of [number, number.replace('-', ''), ` ${number.replace('-', ' - ')} `]) {
      const answer = await typeNumber(app, typed, 'de wit')
      expect([typed, answer.status, statusOf(answer), answer.$('.note').text().trim()]).toEqual([
        typed,
        200,
        'Geldig',
        'Dit certificaat staat op naam van Noor de Wit.',
      ])
      expect(factsOf(answer)).toContain('BHV basis')
    }
  })

  it('says the same of a wrong name as of a number that does not exist', async () => {
    const { number } = await certificateOf(app, { first_name: 'Noor', last_name: 'Groen' })
    const bare = (answer: Answer) => answer.$('main').text().replaceAll(/\s+/g, ' ')
    const wrong = await typeNumber(app, number, 'Rood')
    const said = bare(wrong)
    expect(said).toContain('Wij kennen geen certificaat met dit nummer op deze achternaam.')
    for (const [typed, name] of [
      ['1999-000001', 'Groen'],
      ['geen nummer', 'Groen'],
      ['', ''],
      ['9'.repeat(5000), 'Groen'],
    ] as const) {
      const answer = await typeNumber(app, typed, name)
      expect([answer.status, bare(answer)]).toEqual([200, said])
    }
    expect(wrong.text).not.toMatch(/BHV basis|Geldig|op naam van/)
  })
})

describe('the throttle', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await testApp()
  })
  afterAll(() => own.close())

  it('ends the guessing of a name after ten tries, for this certificate only', async () => {
    const { token } = await certificateOf(own, { last_name: 'Wit' })
    for (let i = 0; i < 10; i++) expect((await typeName(own, token, `fout ${i}`)).status).toBe(200)
    const refused = await typeName(own, token, 'Wit')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.$('main').text()).toContain('Te veel pogingen. Probeer het later opnieuw.')
    expect(refused.text).not.toContain('op naam van')
    const other = await certificateOf(own, { last_name: 'Zwart' })
    expect((await typeName(own, other.token, 'Zwart')).text).toContain('op naam van')
  })

  it('counts tokens that do not exist in the same way, and keeps none of them', async () => {
    for (let i = 0; i < 10; i++) expect((await typeName(own, UNKNOWN, 'Jansen')).status).toBe(200)
    expect((await typeName(own, UNKNOWN, 'Jansen')).status).toBe(429)
    const { rows } = await own.pool.query<{ key: string }>('select key from rate_limits')
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ key }) => key.includes(UNKNOWN))).toEqual([])
  })

  it('ends the guessing of the name that goes with a number', async () => {
    const { number } = await certificateOf(own, { last_name: 'Grijs' })
    for (let i = 0; i < 10; i++) expect((await typeNumber(own, number, `fout ${i}`)).status).toBe(200)
    expect((await typeNumber(own, number.replace('-', ''), 'Grijs')).status).toBe(429)
  })

  it('ends the trying of tokens from one address', async () => {
    let refused: Answer | null = null
    for (let i = 0; i < 125 && !refused; i++) {
      const answer = await own.anonymous.page(`/verify/${String(i).padStart(24, '0')}`)
      if (answer.status !== 200) refused = answer
    }
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused?.$('main').text()).toContain('Te veel pogingen. Probeer het later opnieuw.')
  })
})
