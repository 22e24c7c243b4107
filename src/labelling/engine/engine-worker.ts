import { parentPort, workerData } from "node:worker_threads";
import { runEngine } from "./engine.js";

const engine = runEngine(workerData, (news) => parentPort?.postMessage(news));
parentPort?.on("message", engine.tell);
