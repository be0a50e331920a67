import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('try', () => {
  it('shows', async () => {
    const planner = await app.as(2)
    const a = await planner.get('/calendar/add?datetime=1795770000&type=w')
    console.log(a.status, a.text.slice(0, 4000))
    const b = await planner.post('/calendar/add?step=components&datetime=1795770000&type=w', { course_id: 1 })
    console.log(b.status, b.text)
    const form = {
      course_id: 1,
      'appointments[0][component_id]': 11,
      'appointments[0][enabled]': 1,
      'appointments[0][start_datetime]': '24-11-2026 08:30',
      'appointments[0][end_datetime]': '24-11-2026 16:00',
      'appointments[0][room_id]': 1,
    }
    for (const step of ['incompany', 'addresses', 'teachers']) {
      const c = await planner.post('/calendar/add?step=' + step, {
        ...form,
        incompany: 1,
        'companies[]': [2],
        'selected_company_ids[]': [2],
      })
      console.log(c.status, c.text)
    }
    const d = await planner.post('/calendar/add', form)
    console.log(d.status, d.text, d.trigger)
    const e = await planner.get(
      '/calendar/getPredictedComponentAppointmentsTable?datetime=1795770000&components=11,12&type=w',
    )
    console.log(e.status, e.text.length)
    const f = await planner.get('/calendar/getOccupations?from=1795000000&to=1796350000')
    console.log(f.status, f.text)
  })
})
