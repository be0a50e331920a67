/** When a browser asks anew how much of what is new is unread: at 08:00 and 13:00, by its own clock. */
const HOURS = [8, 13]

export function nextSync(now: Date): Date {
  const at = (hour: number, days = 0) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  return HOURS.map((hour) => at(hour)).find((moment) => moment > now) ?? at(HOURS[0]!, 1)
}
