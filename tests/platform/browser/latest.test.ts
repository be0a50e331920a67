import { expect, it } from 'vitest'
import { latest } from '../../../public/js/lib/latest.ts'

it('gives up what was asked before for the same thing, and nothing of another', () => {
  const asking = latest<object>()
  const [one, other] = [{}, {}]
  const [first, beside] = [asking.next(one), asking.next(other)]
  const second = asking.next(one)
  expect([first.aborted, second.aborted, beside.aborted]).toEqual([true, false, false])
  asking.stop(one)
  expect([second.aborted, beside.aborted]).toEqual([true, false])
  expect(asking.next(one).aborted).toBe(false)
})
