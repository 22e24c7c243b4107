import type { Teacher } from "../../delivery/filter/teacher.js";
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
export function userTeacher(
  { models = "", user }: UserOptions,
  model: string,
  options: FollowOptions,
): Teacher & { stop(): Promise<void> } {
  const following = { ...options, saveEvery: 1000 };
  const fallback = new FilteringModel(model, following);
  const pool = new ModelPool(models, { fallback, fallbackPath: model, memory: Number.POSITIVE_INFINITY, ...following });
  return {
    answer: (message) => pool.answer(message, user),
    teach: (lesson, document) => pool.teach(lesson, document, user),
    stop: async () => pool.clear(),
  };
}
