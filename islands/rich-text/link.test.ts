import { expect, it } from 'vitest'
import { linkAddress } from './link.ts'

it.each([
  ['https://noordkaap.example/x?y=1', 'https://noordkaap.example/x?y=1'],
  ['www.noordkaap.example/aanmelden', 'https://www.noordkaap.example/aanmelden'],
  ['info@noordkaap.example', 'mailto:info@noordkaap.example'],
  ['tel:0201234567', 'tel:0201234567'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['zomaar tekst', null],
  ['  ', null],
])('the address of a link: %s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
})
