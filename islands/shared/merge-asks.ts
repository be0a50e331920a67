/** Work that many may ask for while it goes on, such as loading anew after every change notice. */
export interface MergedAsks {
  /** Runs the work now, or once more when the run that goes on is over, however often it is asked for meanwhile. */
  ask(): void
  /** A run began; whatever was asked before is answered by it. */
  started(): void
  /** The run is over, well or not. */
  settled(): void
}

/** At most one run at a time, and at most one waiting. */
export function mergeAsks(run: () => void): MergedAsks {
  let running = false
  let asked = false
  return {
    ask() {
      if (running) asked = true
      else run()
    },
    started() {
      running = true
      asked = false
    },
    settled() {
      running = false
      if (!asked) return
      asked = false
      run()
    },
  }
}
