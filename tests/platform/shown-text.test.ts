import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { asShown } from '../../src/platform/format/direction-marks.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

describe('a text of which nothing is seen', () => {
  it.each(['\u200B', '\u2800', '\u3164\u115F', '\u00AD \u2060', '\u0001\u0008', '\uFFFE', '\u200D'])(
    'is none: %j',
    (text) => expect(asShown(text)).toBe(''),
  )

  it('is no name, and no control character stays in one', async () => {
    for (const last_name of ['\u200B', '\u3164', '\u0001'])
      expect((await planner.post('/contact/add', { last_name, 'roles[]': ROLE.student })).json()).toHaveProperty(
        'last_name',
      )
    const { id } = (
      await planner.post('/contact/add', {
        last_name: 'Jan\u0001sen\u0085',
        note: 'a\u0002\n\tb',
        'roles[]': ROLE.student,
      })
    ).json<{ id: number }>()
    const { rows } = await app.pool.query('select last_name, note from contacts where id = $1', [id])
    expect(rows).toEqual([{ last_name: 'Jansen', note: 'a\n\tb' }])
  })
})
