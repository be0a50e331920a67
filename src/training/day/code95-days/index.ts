import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { code95Module } from '../../planning/code95/index.ts'
import * as days from './days.screens.ts'
import { cbrDay } from './days.todo.ts'
import { dayRestoring } from './restoring.ts'

/** The days of recognised training that the CBR is told of before and after. */
export const code95Days: ModulePart = {
  module: code95Module,
  screens: Object.values(days),
  gifts: [give(openPoints, [cbrDay]), give(restorings, [dayRestoring])],
}
