import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { give } from '../platform/points.ts'
import { historyLabels } from '../system/history/points.ts'
import { audiences } from '../system/messages/points.ts'
import { appointments } from './appointments/index.ts'
import { courseAudience } from './audience.ts'
import { calendar } from './calendar/index.ts'
import { certificates } from './certificates/index.ts'
import { courses } from './courses/index.ts'
import { enrolment } from './enrolment/index.ts'
import { finish } from './finish/index.ts'
import { trainingLabels } from './labels.ts'
import { planning } from './planning/index.ts'
import { presence } from './presence/index.ts'
import { results } from './results/index.ts'
import { statuses } from './statuses/index.ts'
import { seedTraining } from './story.ts'

/** The modules of training; stories are told in this order. */
export const training: Manifest = areaManifest('training', [
  courses,
  { story: seedTraining, gifts: [give(historyLabels, [trainingLabels]), give(audiences, [courseAudience])] },
  statuses,
  appointments,
  calendar,
  enrolment,
  planning,
  results,
  certificates,
  presence,
  finish,
])
