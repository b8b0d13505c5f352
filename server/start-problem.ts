/** A reason why the portal cannot start, in one sentence for the person who runs the host; ends with exit code 1. */
export class StartProblem extends Error {
  override name = "StartProblem";
}
