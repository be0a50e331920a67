import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { mergeStrategies } from '../platform/merging.ts'
import { give } from '../platform/points.ts'
import { historyLabels } from '../system/history/points.ts'
import { audiences } from '../system/messages/points.ts'
import { restorings } from '../platform/undo/points.ts'
import { momentKinds } from '../system/moments/points.ts'
import { agreements } from './agreements/index.ts'
import { appointments } from './appointments/index.ts'
import { courseAudience } from './audience.ts'
import { applying } from './apply/index.ts'
import { autopilot } from './autopilot/index.ts'
import { board } from './board/index.ts'
import { calendar } from './calendar/index.ts'
import { changeMoments, toldRestoring } from './change-moments.ts'
import { certificateMoments } from './certificate-moments.ts'
import { certificates } from './certificates/index.ts'
import { partChecklists } from './checklists/index.ts'
import { code95 } from './code95/index.ts'
import { courses } from './courses/index.ts'
import { drivers } from './drivers/index.ts'
import { decisions } from './decisions/index.ts'
import { enrolment } from './enrolment/index.ts'
import { finish } from './finish/index.ts'
import { trainingLabels } from './labels.ts'
import { invoicing } from './invoicing/index.ts'
import { materialNeeds } from './material-needs/index.ts'
import { matrix } from './matrix/index.ts'
import { planningMoments } from './moments.ts'
import { partMoments } from './part-moments.ts'
import { moving } from './moving/index.ts'
import { ordering } from './ordering/index.ts'
import { ownCourses } from './own-courses/index.ts'
import { planning } from './planning/index.ts'
import { planningsAudience } from './plannings-audience.ts'
import { plannings } from './plannings/index.ts'
import { presence } from './presence/index.ts'
import { refresherMoments } from './refresher-moments.ts'
import { reservationMoments } from './reservation-moments.ts'
import { refreshers } from './refreshers/index.ts'
import { registers } from './registers/index.ts'
import { repairs } from './repairs/index.ts'
import { replacements } from './replacements/index.ts'
import { results } from './results/index.ts'
import { today } from './today/index.ts'
import { retakes } from './retakes/index.ts'
import { statuses } from './statuses/index.ts'
import { seedPlanningOrders } from './story-orders.ts'
import { seedMoments } from './story-moments.ts'
import { seedTraining } from './story.ts'
import { teacherRequests } from './teacher-requests/index.ts'
import { waitingList } from './waiting-list/index.ts'

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
  decisions,
  planning,
  plannings,
  repairs,
  replacements,
  results,
  certificates,
  refreshers,
  retakes,
  teacherRequests,
  presence,
  partChecklists,
  registers,
  matrix,
  autopilot,
  code95,
  drivers,
  finish,
  invoicing,
  ordering,
  today,
  ownCourses,
  { story: seedPlanningOrders },
])
