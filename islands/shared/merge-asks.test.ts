import { expect, it } from 'vitest'
import { mergeAsks } from './merge-asks.ts'

function counted(): { asks: ReturnType<typeof mergeAsks>; runs: () => number } {
  let runs = 0
  const asks = mergeAsks(() => {
    runs += 1
    asks.started()
  })
  return { asks, runs: () => runs }
}

it('runs at once when nothing goes on', () => {
  const { asks, runs } = counted()
  asks.ask()
  expect(runs()).toBe(1)
  asks.settled()
  asks.ask()
  expect(runs()).toBe(2)
})

it('answers everything asked during a run by one more run after it', () => {
  const { asks, runs } = counted()
  asks.ask()
  for (let tap = 0; tap < 20; tap++) asks.ask()
  expect(runs()).toBe(1)
  asks.settled()
  expect(runs()).toBe(2)
  asks.settled()
  expect(runs()).toBe(2)
})

it('counts a run that began otherwise as the answer to what was asked before it', () => {
  const { asks, runs } = counted()
  asks.started()
  asks.ask()
  asks.started()
  asks.settled()
  expect(runs()).toBe(0)
})
