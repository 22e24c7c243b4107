import type { Lesson } from "../../delivery/filter/teacher.js";
import { FilteringModel } from "../../delivery/serving/filtering-model.js";
import type { FollowOptions } from "../../delivery/serving/followed-file.js";
import { ModelPool } from "../../delivery/users/model-pool.js";
import type { UserOptions } from "./user-lessons.js";

/**
 * Returns the lessons of a user above the model for all.
 *
 * @param model the path of the model for all
 * @throws DataError if the model or the folder of the lessons cannot be used
 */
export function userTeacher({ models = "", user }: UserOptions, model: string, options: FollowOptions) {
  const following = { ...options, saveEvery: 1000, memory: Number.POSITIVE_INFINITY };
  /** The model for all. */
  const site = new FilteringModel(model, following);
  const pool = new ModelPool(models, { ...following, fallback: site });
  return {
    site,
    answer: (message: Uint8Array) => pool.answer(message, user),
    teach: (lesson: Lesson, document?: Uint8Array) => pool.teach(lesson, document, user),
    stop: async () => pool.clear(),
  };
}
