// A classifier behind Express and behind Fastify.
import { once } from "node:events";
import express from "express";
import fastify from "fastify";
import { classify, train } from "text-thresher";

const model = train([
  { label: "ham", text: "lunch on friday" },
  { label: "spam", text: "claim your prize" },
]);
const ask = async (port) => {
  const headers = { "Content-Type": "text/plain" };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: "a prize" });
  return (await response.json()).label;
};

const app = express();
app.post("/", express.text(), (request, response) => response.json(classify(model, request.body)));
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
console.log("Express:", await ask(server.address().port));
server.close();

const other = fastify();
other.post("/", async (request) => classify(model, request.body));
await other.listen({ port: 0, host: "127.0.0.1" });
console.log("Fastify:", await ask(other.server.address().port));
await other.close();
