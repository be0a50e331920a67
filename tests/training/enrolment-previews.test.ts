import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Throttle } from '../../src/platform/http/throttle.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPlanning, preview } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let part: number
/** What another process does that makes a preview: it takes the key of the user, and gives it back. */
let elsewhere: Throttle
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  part = (await addPlanning(app)).parts[0]!
  elsewhere = new Throttle(app.pool, { name: 'list-preview', tries: 1, seconds: 60 })
})
afterAll(() => app.close())

const LIST = { text: 'Voornaam;Achternaam\nJoost;Bakker\n' }
const keyOf = ({ userId }: Browser) => String(userId)

describe('a user has one preview of a list at a time, over all processes', () => {
  it('and is told so when the other one takes long; others are not kept waiting', async () => {
    await elsewhere.spend(keyOf(planner))
    const refused = await preview(planner, part, LIST)
    expect([refused.status, refused.headers.get('retry-after'), refused.json()]).toEqual([
      429,
      '5',
      { message: 'Er wordt al een deelnemerslijst voor u gelezen. Wacht tot die klaar is en probeer het dan opnieuw.' },
    ])
    expect((await preview(await app.as(1), part, LIST)).status).toBe(200)
    await elsewhere.forget(keyOf(planner))
    expect((await preview(planner, part, LIST)).status).toBe(200)
  })

  it('and waits for the other one a moment', async () => {
    await elsewhere.spend(keyOf(planner))
    const tries = async () => {
      const { rows } = await app.pool.query<{ points: number }>('select points from rate_limits where key = $1', [
        `list-preview:${keyOf(planner)}`,
      ])
      return rows[0]?.points ?? 0
    }
    const waiting = preview(planner, part, LIST)
    await expect.poll(tries).toBeGreaterThan(1)
    await elsewhere.forget(keyOf(planner))
    expect((await waiting).status).toBe(200)
    expect(await tries()).toBe(0)
  })

  it('and is free again after a list that cannot be read', async () => {
    expect((await preview(planner, part, { text: '' })).status).toBe(422)
    expect((await preview(planner, part, LIST)).status).toBe(200)
  })
})
