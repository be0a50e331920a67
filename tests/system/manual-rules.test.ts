import { expect, it } from 'vitest'
import type { RoleId } from '../../src/platform/access/roles.ts'
import { manualFor } from '../../src/system/manuals/manuals.rules.ts'

it.each<[RoleId[], string]>([
  [[], 'general'],
  [[1], 'general'],
  [[2], 'general'],
  [[3], 'portal'],
  [[4], 'portal'],
  [[5], 'portal'],
  [[6], 'general'],
  [[3, 4, 5], 'portal'],
  [[2, 3], 'general'],
  [[3, 6], 'general'],
])('roles %j read the manual that is %s', (roles, manual) => {
  expect(manualFor(roles)).toBe(manual)
})
