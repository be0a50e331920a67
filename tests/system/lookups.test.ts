import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Unavailable, askJson } from '../../src/platform/outside/ask-json.ts'
import { TOLD } from '../../src/simulators.ts'
import { type Registers, startRegisters } from '../../src/system/lookups/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let registers: Registers
let app: TestApp
let planner: Browser
beforeAll(async () => {
  registers = await startRegisters(TOLD)
  const env = { PDOK_URL: registers.addressUrl, KVK_URL: registers.tradeUrl, KVK_API_KEY: 'sleutel' }
  app = await testApp({ env })
  planner = await app.as(2)
})
afterAll(async () => {
  await app.close()
  await registers.stop()
})
afterEach(() => registers.behave())

const NOTHING = { street: null, city: null, additions: [] }
const address = async (postalCode: string, number: string | number, browser = planner) => {
  const query = new URLSearchParams({ postal_code: postalCode, street_number: String(number) })
  const answer = await browser.get(`/ajax/getAddressData?${query.toString()}`)
  return { status: answer.status, found: answer.json(), flash: answer.trigger.flash }
}
const register = async (query: Record<string, string>) => {
  const answer = await planner.get(`/coc-api?${new URLSearchParams(query).toString()}`)
  return { status: answer.status, ...answer.json<{ results: Record<string, string>[]; unavailable: boolean }>() }
}
/** Requests that reached the registers while `work` ran. */
async function asked(work: () => Promise<unknown>): Promise<string[]> {
  const before = registers.asked.length
  await work()
  return registers.asked.slice(before)
}

describe('the address register', () => {
  it('gives street and city of a postal code and number, and the additions there are [R-007]', async () => {
    expect((await address('8011 ab', 12)).found).toEqual({ street: 'Lindelaan', city: 'Zwolle', additions: ['2', 'A'] })
    expect((await address('1016LV', 117)).found).toEqual({ street: 'Rozengracht', city: 'Amsterdam', additions: [] })
    expect((await address('8261AC', 40)).found).toEqual({ street: 'IJsselkade', city: 'Kampen', additions: [] })
  })

  it('is asked in its own words', async () => {
    const [request = ''] = await asked(() => address('7411BC', 3))
    const url = new URL(request, 'http://register')
    expect(url.pathname).toBe('/pdok/free')
    expect(url.searchParams.getAll('fq')).toEqual(['type:adres', 'postcode:7411BC', 'huisnummer:3'])
  })

  it('answers the same question from memory, whoever asks, also that there is no such address', async () => {
    await address('7551DE', 27)
    await address('7551DE', 401)
    const student = await app.as(5)
    expect(await asked(() => address('7551 de', 27, student))).toEqual([])
    expect(await asked(() => address('7551DE', 401))).toEqual([])
    expect((await address('7551DE', 401)).found).toEqual(NOTHING)
    await app.db
      .updateTable('lookup_cache')
      .set({ expires_at: new Date(0) })
      .execute()
    expect(await asked(() => address('7551DE', 27))).toHaveLength(1)
    expect((await app.db.selectFrom('lookup_cache').select('key').execute()).map(({ key }) => key)).toEqual([
      '7551DE 27',
    ])
  })

  it.each([
    ['a page instead of JSON', 'html'],
    ['JSON of another shape', 'odd'],
    ['a cut connection', 'cut'],
    ['a broken server', { status: 500 }],
    ['a refusal', { status: 400 }],
  ] as const)('%s leaves the form as it is, without a message [T-229]', async (_name, behaviour) => {
    registers.behave(...Array<typeof behaviour>(6).fill(behaviour))
    expect(await address('8102HJ', 66)).toEqual({ status: 200, found: NOTHING, flash: undefined })
    registers.behave()
    // A failure is not remembered as 'no such address'.
    expect((await address('8102HJ', 66)).found).toMatchObject({ city: 'Raalte' })
    await app.db.deleteFrom('lookup_cache').execute()
  })

  it('tries again after a failure that may pass, and waits as long as it is asked to', async () => {
    registers.behave('cut', { status: 503 })
    expect((await address('8061KL', 5)).found).toMatchObject({ city: 'Hasselt' })
    registers.behave({ status: 429 })
    const before = Date.now()
    expect((await address('8061KL', 6)).found).toMatchObject({ city: 'Hasselt' })
    expect(Date.now() - before).toBeGreaterThanOrEqual(1000)
  })

  it('is not asked for what cannot be an address', async () => {
    const requests = await asked(async () => {
      for (const [code, number] of [
        ['801', 1],
        ['8011AB', 0],
        ['8011AB', '1e3'],
        ['8011AB&fq=*', 1],
        ['', ''],
      ] as const)
        expect(await address(code, number)).toMatchObject({ status: 200, found: NOTHING })
    })
    expect(requests).toEqual([])
  })

  it('that answers too late is not waited for', async () => {
    registers.behave({ lateMs: 400 }, { lateMs: 400 }, { lateMs: 400 })
    const options = { timeoutMs: 60, withinMs: 250 }
    await expect(askJson(`${registers.addressUrl}/free`, options)).rejects.toThrow(Unavailable)
  })
})

describe('the story', () => {
  it('has every company, establishment and home where the address register has it', async () => {
    const { rows } = await app.pool.query<Record<'street' | 'street_no' | 'postal_code' | 'city', string>>(`
      select street, street_no, postal_code, city from companies
      union select street, street_no, postal_code, city from establishments
      union select value ->> 'street', value ->> 'street_no', value ->> 'postal_code', value ->> 'city'
        from settings where key = 'organisation'
      union (select distinct on (postal_code) street, street_no, postal_code, city from contacts where postal_code <> '')`)
    expect(rows.length).toBeGreaterThan(50)
    for (const { street, street_no, postal_code, city } of rows)
      expect([postal_code, (await address(postal_code, street_no)).found]).toMatchObject([
        postal_code,
        { street, city },
      ])
    await app.db.deleteFrom('lookup_cache').execute()
  })

  it('has its companies under their own numbers in the trade register', async () => {
    const { rows } = await app.pool.query<Record<string, string>>(
      'select coc_no, name, street, street_no, postal_code, city from companies where coc_no is not null',
    )
    expect(rows.length).toBeGreaterThan(20)
    for (const { coc_no = '', name, street, street_no, postal_code = '', city } of rows)
      expect((await register({ coc: coc_no })).results).toEqual([
        {
          handelsnaam: name,
          dossiernummer: coc_no,
          straat: street,
          huisnummer: street_no,
          huisnummertoevoeging: '',
          postcode: postal_code.replace(' ', ''),
          plaats: city,
        },
      ])
    const { rows: own } = await app.pool.query<{ coc_no: string; name: string }>(
      `select firm.value ->> 'coc_no' as coc_no, told.value ->> 'name' as name
         from settings firm, settings told where firm.key = 'firm' and told.key = 'organisation'`,
    )
    expect((await register({ coc: own[0]!.coc_no })).results[0]!.handelsnaam).toBe(own[0]!.name)
    await app.db.deleteFrom('lookup_cache').execute()
  })
})

describe('the trade register', () => {
  it('gives a company by its number, with its visiting address [R-067]', async () => {
    expect((await register({ coc: '68750110' })).results).toEqual([
      {
        handelsnaam: 'Test BV Donald',
        dossiernummer: '68750110',
        straat: 'Hizzaarderlaan',
        huisnummer: '3',
        huisnummertoevoeging: 'A',
        postcode: '8823SJ',
        plaats: 'Lollum',
      },
    ])
    expect(registers.lastHeaders().apikey).toBe('sleutel')
  })

  it('leaves a shielded address out and finds that of a foundation with its owner', async () => {
    expect((await register({ coc: '69599084' })).results[0]).toMatchObject({ straat: '', postcode: '', plaats: '' })
    expect((await register({ coc: '69599068' })).results[0]).toMatchObject({ straat: 'Oosterwal', huisnummer: '8' })
  })

  it('finds companies by name, each once', async () => {
    const { results } = await register({ search: 'ten have' })
    expect(results.map(({ handelsnaam, plaats }) => [handelsnaam, plaats])).toEqual([
      ['Garage Ten Have B.V.', 'Dedemsvaart'],
      ['Ten Have Autolease B.V.', 'Dedemsvaart'],
    ])
  })

  it('says the difference between nothing found and no answer', async () => {
    const none = { status: 200, results: [], unavailable: false }
    expect(await register({ coc: '99999999' })).toEqual(none)
    expect(await register({ coc: '123456789' })).toEqual(none)
    expect(await register({ search: 'bestaat niet' })).toEqual(none)
    expect(await register({ search: 'ab' })).toEqual(none)
    for (const behaviour of ['html', 'cut', 'odd', { status: 500 }, { status: 401 }] as const) {
      registers.behave(behaviour, behaviour, behaviour)
      expect(await register({ coc: '90010001' })).toEqual({ ...none, unavailable: true })
    }
  })

  it('is asked once a day for a profile, which costs money, and each time for a search', async () => {
    await register({ coc: '90010007' })
    expect(await asked(() => register({ coc: '90010007' }))).toEqual([])
    await register({ search: 'wolters' })
    expect(await asked(() => register({ search: 'wolters' }))).toHaveLength(1)
  })

  it('is nobody’s to ask who adds no companies', async () => {
    for (const role of [3, 4, 5, 6]) expect((await (await app.as(role)).get('/coc-api?coc=68750110')).status).toBe(403)
  })
})

it('without an address of a register nothing is asked and nothing breaks', async () => {
  const alone = await testApp()
  const browser = await alone.as(2)
  expect((await address('8011AB', 12, browser)).found).toEqual(NOTHING)
  expect((await browser.get('/coc-api?coc=68750110')).json()).toEqual({ results: [], unavailable: true })
  await alone.close()
})
