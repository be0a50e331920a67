import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { mergeStrategies } from '../platform/merging.ts'
import { give } from '../platform/points.ts'
import { historyLabels } from '../system/history/points.ts'
import { audiences } from '../system/messages/points.ts'
import { restorings } from '../platform/undo/points.ts'
import { momentKinds } from '../system/moments/points.ts'
import { agreements } from './money/agreements/index.ts'
import { appointments } from './planning/appointments/index.ts'
import { courseAudience, planningsAudience } from './messages/audiences/index.ts'
import { applying } from './places/apply/index.ts'
import { autopilot } from './desk/autopilot/index.ts'
import { board } from './planning/board/index.ts'
import { calendar } from './planning/calendar/index.ts'
import {
  changeMoments,
  toldRestoring,
  planningMoments,
  partMoments,
  reservationMoments,
  seedMoments,
} from './messages/moments/index.ts'
import { certificateMoments, certificates } from './proof/certificates/index.ts'
import { partChecklists } from './day/checklists/index.ts'
import { code95Days } from './day/code95-days/index.ts'
import { code95 } from './planning/code95/index.ts'
import { courses } from './catalogue/courses/index.ts'
import { drivers } from './proof/drivers/index.ts'
import { decisions } from './desk/decisions/index.ts'
import { eLearning } from './places/e-learning/index.ts'
import { enrolment } from './places/enrolment/index.ts'
import { finish } from './desk/finish/index.ts'
import { trainingLabels } from './catalogue/history-labels/index.ts'
import { invoicing } from './money/invoicing/index.ts'
import { materialNeeds } from './catalogue/material-needs/index.ts'
import { matrix } from './proof/matrix/index.ts'
import { moving } from './desk/moving/index.ts'
import { ordering } from './money/ordering/index.ts'
import { ownCourses } from './desk/own-courses/index.ts'
import { planning } from './planning/planning/index.ts'
import { planningStatus } from './desk/planning-status/index.ts'
import { code95Plannings, plannings } from './desk/plannings/index.ts'
import { kiosk } from './day/kiosk/index.ts'
import { presence } from './day/presence/index.ts'
import { refresherMoments, refreshers } from './proof/refreshers/index.ts'
import { registrations } from './places/registrations/index.ts'
import { registers } from './proof/registers/index.ts'
import { repairs } from './desk/repairs/index.ts'
import { replacements } from './planning/replacements/index.ts'
import { results } from './proof/results/index.ts'
import { today } from './day/today/index.ts'
import { retakes } from './proof/retakes/index.ts'
import { statuses } from './catalogue/statuses/index.ts'
import { seedPlanningOrders, seedTraining } from './desk/demo/index.ts'
import { teacherRequests } from './planning/teacher-requests/index.ts'
import { questionnaires } from './evaluations/questionnaires/index.ts'
import { evaluationMoments, submissions } from './evaluations/submissions/index.ts'
import { statistics } from './evaluations/statistics/index.ts'
import { waitingList } from './places/waiting-list/index.ts'

/** The modules of training; stories are told in this order. */
export const training: Manifest = areaManifest('training', [
  courses,
  materialNeeds,
  {
    story: seedTraining,
    afterStory: seedMoments,
    gifts: [
      give(historyLabels, [trainingLabels]),
      give(audiences, [courseAudience, planningsAudience]),
      give(momentKinds, [
        ...planningMoments,
        ...partMoments,
        ...changeMoments,
        ...certificateMoments,
        ...refresherMoments,
        ...reservationMoments,
        ...evaluationMoments,
      ]),
      give(restorings, [toldRestoring]),
      give(mergeStrategies, [
        { record: 'contact', table: 'moment_sends', column: 'subject_id', merges: 'drop' },
        { record: 'contact', table: 'moment_sends', column: 'recipient_id', merges: 'drop' },
        { record: 'contact', table: 'invitations', column: 'recipient_id', merges: 'moves' },
      ]),
    ],
  },
  agreements,
  statuses,
  appointments,
  calendar,
  board,
  moving,
  enrolment,
  applying,
  waitingList,
  eLearning,
  registrations,
  decisions,
  planning,
  planningStatus,
  plannings,
  code95Plannings,
  repairs,
  replacements,
  results,
  certificates,
  refreshers,
  retakes,
  teacherRequests,
  presence,
  kiosk,
  partChecklists,
  registers,
  matrix,
  autopilot,
  code95,
  code95Days,
  drivers,
  finish,
  invoicing,
  ordering,
  questionnaires,
  submissions,
  statistics,
  today,
  ownCourses,
  { story: seedPlanningOrders },
])
